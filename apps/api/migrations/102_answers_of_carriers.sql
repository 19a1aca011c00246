-- Staff read why a pay-out failed: the carrier's code and words, as it gave them for the request.
alter table payout_attempts add column answer text check (char_length(answer) between 1 and 800);
comment on column payout_attempts.answer is 'the code with which the carrier refused or failed the request, and its words';
grant update (answer) on payout_attempts to sesa_app;

-- The texts that came with the product promise no refund: a hold may keep the money. A text of staff stays as it is.
update answer_templates
  set body = 'We have sent {reference} to the recipient’s network and are waiting for its answer. We’ll tell you as soon as we have it.'
  where created_by is null and retired_at is null and body = 'We have sent {reference} to the recipient’s network and are waiting for its answer. We’ll write to you when the money has arrived. If it can’t arrive, we’ll refund you.';
insert into answer_templates (topic, title, body)
  select topic, 'Under review',
    'We’re reviewing {reference}. There’s nothing you need to do. We’ll tell you when there’s news.'
  from unnest(array['where_is_money', 'cancel_refund']) as topic
  on conflict do nothing;
