-- A decision about a case binds what both people saw. `version` and `confirmed_version`: the digest of what the case showed
-- to each. `exception`: why a case is reported without a filed report of its own. While the earlier release runs, it proposes
-- without a version, which nobody can confirm afterwards, and it cannot confirm what this release proposed.
alter table case_proposals add column version text;
alter table case_proposals add column confirmed_version text;
alter table case_proposals add column exception text;
alter table case_proposals add constraint case_proposals_saw_the_same
  check (state <> 'confirmed' or version is null or confirmed_version is not distinct from version) not valid;
grant update (confirmed_version) on case_proposals to sesa_app;
