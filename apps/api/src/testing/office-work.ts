import type pg from 'pg'

/** Members of each role who joined long ago, with the ids that `memberId` returns. */
export const ROLES = ['support', 'compliance', 'finance', 'engineer', 'administrator'] as const
export type BenchRole = (typeof ROLES)[number]
export const memberId = (role: BenchRole): string =>
  `00000000-0000-7000-8000-00000000000${ROLES.indexOf(role)}`

const MEMBERS = `
  insert into staff_members (id, name, email, roles, invited_at, activated_at)
  select ('00000000-0000-7000-8000-00000000000' || nth - 1)::uuid, 'Bench ' || role, role || '@sesa.example', array[role],
    now() - interval '900 days', now() - interval '900 days'
  from unnest($1::text[]) with ordinality one (role, nth)`

/** Work in the queues, and done work by the number of transfers. */
const workOf = (transfers: number): readonly string[] => [
  `insert into cases (kind, stage, subject_kind, subject_id, state, outcome, opened_at, due_at, closed_at)
    select (array['screening', 'monitoring'])[1 + n % 2], 'review', 'account', md5('customer ' || 2 * n)::uuid::text,
      case when n <= 250 then 'open' else 'closed' end, case when n > 250 then 'different_person' end, now() - n * interval '1 hour',
      now() - (n - 200) * interval '1 hour', case when n > 250 then now() - (n - 20) * interval '1 hour' end
    from generate_series(1, ${250 + transfers / 125}) n`,
  `with made as (
      insert into enquiry_threads (id, user_id, number, topic, transfer_id, country, opened_at, answer_by, latest_by, closed_at)
      select md5('thread ' || n)::uuid, md5('customer ' || n)::uuid, case when n % 10 = 0 then 'C-' else 'Q-' end || lpad(n::text, 8, '0'),
        case when n % 10 = 0 then 'complaint' else 'where_is_money' end, null, 'LR', now() - n * interval '45 minutes',
        now() - (n - 30) * interval '45 minutes', now() - (n - 60) * interval '45 minutes',
        case when n > 150 then now() - (n - 9) * interval '45 minutes' end
      from generate_series(1, ${150 + transfers / 50}) n returning id, opened_at
    ), asked as (
      insert into enquiry_messages (id, thread_id, author, body, at)
      select gen_random_uuid(), id, 'customer', 'Where is my money?', opened_at from made
    )
    insert into enquiry_messages (id, thread_id, author, body, staff, reason, at)
    select gen_random_uuid(), id, 'staff', 'It arrived.', 'Bench support', 'Seen in the transfer', opened_at + interval '2 hours'
    from made where opened_at < now() - interval '5 days'`,
  `insert into identity_checks (user_id, provider, country, state, reason, reference, name, dob, person_key, created_at, updated_at)
    select md5('customer ' || n)::uuid, 'smile-id', 'LR', case when n <= 60 then 'needs_review' else 'verified' end,
      case when n <= 60 then 'name_differs' end, 'ref ' || n, 'Ama N' || n || ' Mensah', '1990-01-01', sha256(convert_to('id ' || n, 'UTF8')),
      now() - n * interval '20 minutes', now() - n * interval '20 minutes'
    from generate_series(1, ${60 + transfers / 20}) n`,
  `insert into reconciliation_breaks (kind, subject, ours, theirs, owner, state, first_seen, moved_at, resolved_at)
    select 'card_charge_missing_there', 'pi_break_' || n, '100', null, 'treasury', case when n <= 40 then 'open' else 'resolved' end,
      now() - n * interval '2 hours', now() - n * interval '2 hours', case when n > 40 then now() - n * interval '1 hour' end
    from generate_series(1, ${40 + transfers / 250}) n`,
  `insert into approvals (action, permission, entity, entity_version, payload, payload_hash, reason, maker, made_at, expires_at, state,
      checker, decided_at)
    select 'refund', 'refunds.request', 'S-' || upper(lpad(to_hex(n), 8, '0')), '1', '{}', sha256('{}'), 'Agreed with the customer',
      (select id from staff_members where roles = '{support}'), now() - n * interval '3 hours', now() + interval '1 day' - n * interval '3 hours',
      case when n <= 6 then 'pending' else 'done' end, case when n > 6 then (select id from staff_members where roles = '{finance}') end,
      case when n > 6 then now() - n * interval '3 hours' end
    from generate_series(1, ${6 + transfers / 200}) n`,
  `insert into staff_actions (transfer_id, action, staff, reason, at)
    select id, 'release', 'Bench compliance', 'Another person', created_at from transfers where get_byte(uuid_send(id), 15) = 7`,
  `with head as (select seq from audit_head), added as (
      insert into audit_log (seq, previous, content, hash)
      select seq + n, sha256(int8send(n - 1)), jsonb_build_object('seq', seq + n, 'at', now() - (${transfers / 2} - n) * interval '2 minutes',
        'member', (select id from staff_members where roles = '{support}'), 'action',
        (array['transfer.read', 'customer.read', 'customer.searched', 'action.release'])[1 + n % 4],
        'subject', 'S-' || upper(lpad(to_hex(n), 8, '0')), 'change', null, 'words', null)::text, sha256(int8send(n))
      from head, generate_series(1, ${transfers / 2}::bigint) n
    )
    update audit_head set seq = seq + ${transfers / 2}, hash = sha256(int8send(${transfers / 2}::bigint))`,
  `insert into float_wallets (account, country, currency, balance, asked_at)
    values ('mtn-momo', 'GH', 'GHS', 50000000, now()), ('mtn-momo', 'LR', 'LRD', 90000000, now()), ('stripe', '', 'USD', 1000000, now())
    on conflict (account, country, currency) do update set balance = excluded.balance, asked_at = excluded.asked_at`,
  `insert into float_readings (account, country, currency, asked_at, balance)
    select account, country, currency, now() - n * interval '5 minutes', 90000000 - n % 300 * 10000
    from float_wallets, generate_series(1, 4000) n on conflict do nothing`,
  `insert into float_reservations (reference, account, country, currency, amount)
    select payout_reference, 'mtn-momo', country, receive_currency, receive_amount from transfers where next_step_at is not null`,
  `with made as (insert into rate_snapshots (as_of, source) values (now(), 'bench') returning id, as_of, source)
    insert into snapshot_rates (snapshot_id, currency, rate, as_of, source)
    select id, currency, rate, as_of, source from made, (values ('LRD', 190), ('GHS', 11), ('SLE', 22)) as one (currency, rate)`,
  `insert into provider_reads (account, read_upto) values ('stripe', now() - interval '5 minutes')`,
  `insert into reconciliation_runs (started_at, finished_at, compared_upto) values (now() - interval '1 hour', now(), now())`,
]

/** Adds members, open and done work. Triggers must be off. */
export async function fillWork(client: pg.ClientBase, transfers: number): Promise<void> {
  await client.query(MEMBERS, [ROLES])
  for (const one of workOf(Math.ceil(transfers / 1_000) * 1_000)) await client.query(one)
}
