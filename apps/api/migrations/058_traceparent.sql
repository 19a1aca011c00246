-- Where a transfer's trace began (W3C `traceparent`): its later steps, callbacks and jobs go on in it. Null without tracing.
alter table transfers add column traceparent text;
