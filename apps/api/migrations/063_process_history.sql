-- The server and timeline on which a process last wrote its sign. A standby that shows the primary's own has not missed a
-- failover, so that reads may trust its position. Null for a process of the previous release.
alter table processes add column history text;
