import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { Circle, Facts, Links, Payment, Subject } from './facts.ts'

/** Maximum number of a subject's newest payments that rules read. */
const MOST_PAYMENTS = 500
/** Subjects read per query. */
const AT_ONCE = 100
const LINK_DAYS = 90
/** Maximum number of a group's accounts that rules read. */
const MOST_LINKS = 50
const LONGEST_CIRCLE = 4

/** A time span: payments charged after `from` and up to `upto`. */
export interface Stretch {
  readonly from: Date
  readonly upto: Date
}

interface Row extends Omit<Payment, 'usd'> {
  readonly subject: string
  readonly usd: bigint
}

const COLUMNS = sql`t.reference, t.captured_at as at, t.usd_amount as usd, t.user_id::text as account,
  encode(t.person_key, 'hex') as person, t.recipient_phone as wallet, t.country as "to",
  (select jsonb_build_object('phone', a.phone, 'check', a.name_check, 'isNew', not exists (
      select from collection_attempts b join transfers e on e.id = b.transfer_id and e.collection_id = b.id
      where b.phone = a.phone and e.user_id = t.user_id and e.captured_at < t.captured_at))
    from collection_attempts a where a.id = t.collection_id) as payer`

const charged = (asOf: Date) => sql`t.captured_at is not null and t.captured_at <= ${asOf}`
const recent = (asOf: Date) =>
  sql`${charged(asOf)} and t.created_at > ${asOf}::timestamptz - ${sql.lit(`${LINK_DAYS} days`)}::interval`

/** Groups rows by their subject, keeping the order. */
function bySubject(rows: readonly Row[]): ReadonlyMap<string, readonly Payment[]> {
  const groups = new Map<string, Payment[]>()
  for (const { subject, usd, ...row } of rows) {
    const group = groups.get(subject) ?? []
    group.push({ ...row, usd: Number(usd) })
    groups.set(subject, group)
  }
  return groups
}

/** Returns the accounts and wallets with a payment charged in a time span. */
export async function readSubjects(db: Db, { from, upto }: Stretch): Promise<readonly Subject[]> {
  // Payments are charged within minutes of being opened, so ids from the preceding week bound the search.
  const { rows } = await sql<Subject>`
    with charged as (
      select distinct user_id::text as account, recipient_phone as wallet from transfers
      where id >= month_start_id(${from}::timestamptz - interval '7 days') and id < month_start_id(${upto}::timestamptz)
        and captured_at > ${from} and captured_at <= ${upto}
    )
    select distinct 'account' as kind, account as subject from charged
    union all select distinct 'wallet', wallet from charged
    order by 1, 2`.execute(db)
  return rows
}

async function readPayments(
  db: Db,
  of: RawBuilder<unknown>,
  subjects: readonly string[],
  asOf: Date,
): Promise<ReadonlyMap<string, readonly Payment[]>> {
  const { rows } = await sql<Row>`
    select s.subject, p.* from unnest(${subjects}::text[]) as s (subject)
    cross join lateral (
      select ${COLUMNS} from transfers t where ${of} and ${charged(asOf)} order by t.id desc limit ${MOST_PAYMENTS}
    ) p order by s.subject, p.at, p.reference`.execute(db)
  return bySubject(rows)
}

/** Reads, for each account, the newest payment of every account that shares a person, card, device or paying wallet with it. */
async function readLinks(
  db: Db,
  accounts: readonly string[],
  asOf: Date,
): Promise<(account: string) => Links> {
  const read = async (keys: RawBuilder<unknown>, matching: RawBuilder<unknown>) => {
    const { rows } = await sql<Row>`
      select s.subject, p.* from unnest(${accounts}::text[]) as s (subject)
      cross join lateral (
        select * from (
          select distinct on (t.user_id) ${COLUMNS}
          from (${keys}) k cross join lateral (
            select t.* from transfers t where ${matching} and ${recent(asOf)} order by t.created_at desc limit ${MOST_PAYMENTS}
          ) t order by t.user_id, t.id desc
        ) each_account order by at desc limit ${MOST_LINKS}
      ) p order by s.subject, p.at, p.reference`.execute(db)
    return bySubject(rows)
  }
  const own = sql`from transfers t where t.user_id = s.subject::uuid and ${recent(asOf)}`
  const [person, card, device, payer] = [
    await read(
      sql`select t.person_key as key ${own} and t.person_key is not null order by t.id desc limit 1`,
      sql`t.person_key = k.key`,
    ),
    await read(
      sql`select distinct t.card_key as key ${own} and t.card_key is not null`,
      sql`t.card_key = k.key`,
    ),
    await read(
      sql`select distinct d.device_hash as key from payment_devices d
        where d.transfer_id in (select t.id ${own})`,
      sql`t.id in (select transfer_id from payment_devices where device_hash = k.key)`,
    ),
    await read(
      sql`select distinct a.phone as key from collection_attempts a where a.id in (select t.collection_id ${own})`,
      sql`t.collection_id in (select id from collection_attempts where phone = k.key)
        and t.id in (select transfer_id from collection_attempts where phone = k.key)`,
    ),
  ]
  return (account) => ({
    person: person.get(account) ?? [],
    card: card.get(account) ?? [],
    device: device.get(account) ?? [],
    payer: payer.get(account) ?? [],
  })
}

/** Reads the circles of at most four accounts that begin with each account: the newest payment to each next one. */
async function readCircles(
  db: Db,
  accounts: readonly string[],
  asOf: Date,
): Promise<(account: string) => readonly Circle[]> {
  const next = (from: RawBuilder<unknown>) => sql`
    select distinct on (i.user_id) i.user_id as account, t.id as payment
    from transfers t join account_numbers i on i.phone_number = t.recipient_phone
    where t.user_id = ${from} and i.user_id <> t.user_id and ${recent(asOf)}
    order by i.user_id, t.id desc limit 20`
  const { rows } = await sql<Row & { readonly circle: string }>`
    with recursive walk as (
      select s.subject, array[s.subject::uuid] as path, n.account as last, array[n.payment] as payments
      from unnest(${accounts}::text[]) as s (subject) cross join lateral (${next(sql`s.subject::uuid`)}) n
      union all
      select w.subject, w.path || w.last, n.account, w.payments || n.payment
      from walk w cross join lateral (${next(sql`w.last`)}) n
      where w.last <> all (w.path) and cardinality(w.path) < ${LONGEST_CIRCLE}
    )
    select w.subject, array_to_string(w.payments, ' ') as circle, ${COLUMNS}
    from walk w cross join unnest(w.payments) with ordinality as step (payment, place)
    join transfers t on t.id = step.payment
    where w.last = w.subject::uuid
    order by w.subject, circle, step.place`.execute(db)
  const circles = new Map<string, Map<string, Payment[]>>()
  for (const { subject, circle, usd, ...row } of rows) {
    const ofSubject = circles.get(subject) ?? new Map<string, Payment[]>()
    circles.set(
      subject,
      ofSubject.set(circle, [...(ofSubject.get(circle) ?? []), { ...row, usd: Number(usd) }]),
    )
  }
  return (account) => [...(circles.get(account)?.values() ?? [])]
}

/** Reads the facts about subjects as they were at a moment, in the same order. Omits subjects without payments. */
export async function readFacts(db: Db, subjects: readonly Subject[], asOf: Date): Promise<readonly Facts[]> {
  const read: Facts[] = []
  for (let first = 0; first < subjects.length; first += AT_ONCE) {
    const some = subjects.slice(first, first + AT_ONCE)
    const of = (kind: Subject['kind']): readonly string[] =>
      some.flatMap((one) => (one.kind === kind ? one.subject : []))
    const [accounts, wallets] = [of('account'), of('wallet')]
    const byAccount = await readPayments(db, sql`t.user_id = s.subject::uuid`, accounts, asOf)
    const byWallet = await readPayments(db, sql`t.recipient_phone = s.subject`, wallets, asOf)
    const linksOf = await readLinks(db, accounts, asOf)
    const circlesOf = await readCircles(db, accounts, asOf)
    for (const { kind, subject } of some) {
      const payments = (kind === 'account' ? byAccount : byWallet).get(subject)
      if (payments === undefined) continue
      read.push(
        kind === 'account'
          ? { kind, subject, asOf, payments, links: linksOf(subject), circles: circlesOf(subject) }
          : { kind, subject, asOf, payments },
      )
    }
  }
  return read
}
