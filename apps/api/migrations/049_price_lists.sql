-- Prices as versions: every change adds a row, so that each past price can be explained. Quotes name their version.
create table price_lists (
  version bigint generated always as identity primary key,
  -- Who set it and why; null for the list that the schema came with.
  action_id uuid unique references operator_actions (id),
  -- Prices per corridor, and the providers' prices for us; src/modules/prices/price-list.ts has the form.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);
grant select on price_lists to sesa_app;

alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'repaid', 'cancel', 'retry_job', 'explain_break',
  'route_network', 'close_rail', 'open_rail', 'open_corridor', 'close_corridor', 'set_prices', 'end_manual_payout',
  'unlock_number', 'lock_account', 'unlock_account', 'end_sessions', 'renew_secret'));

-- The first version: the corridors' own prices. Of the costs, Stripe's are those it publishes for accounts in the United
-- States; the others are examples, to be replaced by those of the contracts.
insert into price_lists (content)
select jsonb_build_object(
  'corridors', jsonb_object_agg(sender || '/' || recipient, jsonb_build_object('card', jsonb_build_array(
    jsonb_build_object(
      'from', '0.00',
      'fee', trim(to_char(fee / 100.0, '999999999999990.00')),
      'feePercent', '0.00',
      'marginPercent', trim(to_char(margin_bps / 100.0, '990.00')))))),
  'costs', '{
    "card": {
      "country": "US", "percent": "2.90", "fixed": "0.30", "foreignPercent": "1.50", "conversionPercent": "1.00",
      "settlesIn": ["USD"]
    },
    "payout": {
      "LR": { "percent": "1.00", "fixed": "0.00" },
      "GH": { "percent": "1.00", "fixed": "0.00" },
      "SL": { "percent": "1.00", "fixed": "0.00" }
    },
    "exchangePercent": "0.50"
  }'::jsonb)
from corridors;

-- fee and margin_bps of corridors stay for the previous release; from here on nothing reads them.

-- The version behind a quote; null for quotes older than versions. No foreign key: each quote would lock the same row.
alter table quotes add column price_version bigint;
