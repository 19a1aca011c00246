-- Notes that staff leave for one another on a customer, or on one of their transfers. Customers never see them in the app.
create table staff_notes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  -- Null for a note on the customer.
  transfer_id uuid references transfers (id),
  member_id uuid not null references staff_members (id),
  body text not null check (char_length(body) between 1 and 2000),
  at timestamptz not null default clock_timestamp()
);
create index staff_notes_of on staff_notes (user_id, id);
create index staff_notes_about on staff_notes (transfer_id) where transfer_id is not null;
grant select, insert, delete on staff_notes to sesa_app;

-- Texts that staff may begin an answer with. A changed text is a new row, so that the old one keeps its author.
create table answer_templates (
  id uuid primary key default gen_random_uuid(),
  topic text not null check (topic in ('where_is_money', 'wrong_amount', 'cancel_refund', 'card', 'account', 'complaint', 'other')),
  title text not null check (char_length(title) between 3 and 80),
  body text not null check (char_length(body) between 1 and 5000),
  -- Null for those that came with the product.
  created_by uuid references staff_members (id),
  created_at timestamptz not null default clock_timestamp(),
  retired_by uuid references staff_members (id),
  retired_at timestamptz,
  check ((retired_by is null) = (retired_at is null))
);
create unique index answer_templates_by_title on answer_templates (topic, lower(title)) where retired_at is null;
grant select, insert on answer_templates to sesa_app;
grant update (retired_by, retired_at) on answer_templates to sesa_app;

insert into answer_templates (topic, title, body) values
  ('where_is_money', 'On its way',
    'We have sent {reference} to the recipient’s network and are waiting for its answer. We’ll write to you when the money has arrived. If it can’t arrive, we’ll refund you.'),
  ('where_is_money', 'It has arrived',
    'The network has confirmed that {reference} is in the recipient’s wallet. Please ask them to look at the balance of their wallet, or at the text message from their network.'),
  ('wrong_amount', 'Fee and rate',
    'The fee and the exchange rate of {reference} are the ones that you saw before you paid. You can find both on the receipt, on the page of the transfer.'),
  ('wrong_amount', 'Wrong person',
    'The money of {reference} has reached the wallet whose number was given, so we can’t take it back. Please ask the person to return it, or ask their network for help.'),
  ('cancel_refund', 'Refunded',
    'We have refunded {reference} to the card that you paid with. Your bank decides how many days it takes until you see it.'),
  ('card', 'Declined by the bank',
    'Your bank declined the payment of {reference}, and nothing was charged. Your bank can tell you why. You can also pay with another card.'),
  ('account', 'What we never ask for',
    'We never ask for your codes, your password or the number of your card. Please don’t send them to us or to anybody else.'),
  ('complaint', 'We have your complaint',
    'We have your complaint {number}, and are looking into it. You’ll have our answer by {answer_by}.');
