-- Outside a transaction.
-- Customers choose whether we text them about the transfers they send. The earlier release does not read these rows.
alter table notice_channels drop constraint if exists notice_channels_channel_check;
alter table notice_channels drop constraint if exists notice_channels_channel_known;
alter table notice_channels add constraint notice_channels_channel_known check (channel in ('email', 'push', 'sms')) not valid;
alter table notice_channels validate constraint notice_channels_channel_known;
