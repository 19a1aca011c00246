-- Pay-outs that came to rest longer ago are asked for again a few at a time: where the next run goes on.
alter table reconciliation_runs add column payouts_upto uuid;
grant update (payouts_upto) on reconciliation_runs to sesa_app;
