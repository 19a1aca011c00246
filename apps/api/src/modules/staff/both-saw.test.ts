import { PERMISSIONS, ROLES, type ApprovalAction, type Permission, type Role } from '@sesa/contract/office'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../db/index.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../testing/office-world.ts'
import { screeningOver } from '../../testing/screening-world.ts'
import { storeTransfer } from '../../testing/stored-transfer.ts'
import { openCase } from '../cases/index.ts'
import { profileInForce } from '../reports/index.ts'
import type { ListAnswer, ScreeningList } from '../screening/index.ts'
import { readEntry, requestOf } from '../treasury/index.ts'

/** Whom and what a decision is about, by name. */
type Begun = Readonly<Record<string, string>>
interface Asker {
  readonly id: string
  readonly name: string
  readonly roles: readonly Role[]
}
interface Answer {
  readonly status: number
  readonly code: unknown
}
/** A decision of two people: the first has asked, and the second decides after one of the changes. */
interface Kind {
  readonly permission: Permission
  begin(asker: Asker): Promise<Begun>
  readonly changes: Readonly<Record<string, (begun: Begun) => Promise<unknown>>>
  decide(begun: Begun): Promise<Answer>
  isDecided(begun: Begun): Promise<boolean>
  end?(begun: Begun): Promise<unknown>
}

/** A list whose entries a test puts beside names. */
class TypedList implements ScreeningList {
  readonly dataset = 'default'
  readonly algorithm = 'typed'
  readonly threshold = 0.7
  #version = 1
  #entries: readonly { readonly name: string; readonly id: string; readonly birthDate: string }[] = []

  put(name: string, id: string, birthDate = '1961'): void {
    this.#entries = [...this.#entries.filter((one) => one.id !== id), { name, id, birthDate }]
    this.#version++
  }
  remove(id: string): void {
    this.#entries = this.#entries.filter((one) => one.id !== id)
    this.#version++
  }
  #answer = <T>(value: T): Promise<ListAnswer<T>> => Promise.resolve({ ok: true, value })

  match(queries: readonly { readonly name: string }[]) {
    return this.#answer(
      queries.map(({ name }) =>
        this.#entries
          .filter((entry) => entry.name === name)
          .map(({ id, birthDate }) => ({
            ...{ id, caption: name, topics: ['sanction'], birthDates: [birthDate], score: 1, isMatch: true },
            ...{ explanations: {}, details: null, fingerprint: `${id} ${birthDate}` },
          })),
      ),
    )
  }
  readVersion() {
    const version = `2026-${String(this.#version).padStart(6, '0')}`
    return this.#answer({ version, etag: null, updatedAt: null, isStale: false })
  }
  readFingerprint = () => this.#answer(null)
}

let world: OfficeWorld
let [kofi, fatu] = [] as unknown as [TestMember, TestMember]
let screening: ReturnType<typeof screeningOver>['screening']
const list = new TypedList()
beforeAll(async () => {
  world = await startOfficeWorld()
  kofi = await world.member('Kofi Compliance', 'compliance')
  fatu = await world.member('Fatu Finance', 'finance')
  screening = screeningOver(world.database.db, list).screening
  await sql`insert into float_wallets (account, country, currency, balance, asked_at)
    values ('pawapay', 'GH', 'GHS', 500000, now())`.execute(owner())
})
afterAll(() => world.close())

const owner = () => world.database.owner
const run = (statement: ReturnType<typeof sql>) => statement.execute(owner())
const rescreen = async (): Promise<void> => screening.crons[0]?.run()
const WHY = 'Compared with care'
let count = 0
const lettersOf = (number: number): string =>
  [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
const fresh = (word: string): string => `${word} ${(count += 1)}`

async function joined(roles: readonly Role[]): Promise<Asker> {
  const name = fresh('Asker')
  const { rows } = await sql<{ id: string }>`
    insert into staff_members (name, email, roles, activated_at)
    values (${name}, ${`asker${count}@sesa.example`}, ${roles}, now() - interval '2 days') returning id`.execute(
    owner(),
  )
  return { id: rows[0]?.id ?? '', name, roles }
}

async function customer(): Promise<{ readonly user: string; readonly name: string }> {
  const name = fresh('Hawa Kollie')
  const { rows } = await sql<{ id: string }>`
    with person as (insert into users default values returning id),
      phone as (insert into phone_identities (user_id, phone_number, country)
        select id, ${`+23177${String(1_000_000 + count)}`}, 'LR' from person),
      subject as (insert into screening_subjects (kind, user_id, name, birth_date, active_until)
        select 'customer', id, ${name}, '1990-04-02', 'infinity' from person)
    insert into profiles (user_id, name, dob) select id, ${name}, '1990-04-02' from person returning user_id as id`.execute(
    owner(),
  )
  return { user: rows[0]?.id ?? '', name }
}
const rename = ({ user = '' }: Begun) =>
  run(sql`update profiles set name = 'Another Name' where user_id = ${user}`)
const raise = ({ user = '' }: Begun) =>
  run(sql`insert into customer_tiers (user_id, tier) values (${user}, 2)`)
const closeUser = ({ user = '' }: Begun) => run(sql`update users set closed_at = now() where id = ${user}`)
const lock = ({ user = '' }: Begun) => run(sql`update users set locked_at = now() where id = ${user}`)

async function hold(user: string): Promise<string> {
  const { id } = await storeTransfer(owner(), user, 'paid')
  await run(sql`update transfers set hold_reason = 'screening', hold_owner = 'operations' where id = ${id}`)
  return id
}

const product = () => world.product.caseActions
const versionOf = async (number = '') => (await product().show(number))?.version ?? ''
const caseOf = async (subject: string): Promise<string> => {
  const { rows } = await sql<{
    number: string
  }>`select number from cases where subject_id = ${subject}`.execute(owner())
  return rows[0]?.number ?? ''
}
const propose = async (number: string, { name: staff }: Asker, decision: string, exception?: string) =>
  product().propose(number, { staff, reason: WHY, version: await versionOf(number), decision, exception })
/** The confirmer has read the case as it is now: only the proposer has not. */
const ofCases = (permission: Permission = 'cases.decide') => ({
  permission,
  decide: async ({ number = '' }: Begun) =>
    kofi.browser.post(`/office/api/cases/${number}/confirm`, {
      reason: WHY,
      version: await versionOf(number),
    }),
  async isDecided({ number = '' }: Begun) {
    const { rows } = await sql`select from case_proposals p join cases c on c.id = p.case_id
      where c.number = ${number} and p.state = 'confirmed' and p.decision <> 'report'`.execute(owner())
    return rows.length > 0
  },
})
const note = ({ number = '' }: Begun) => product().note(number, { staff: 'Kofi Compliance', reason: WHY })

const CASES: Readonly<Record<string, Kind>> = {
  'a case about a customer': {
    ...ofCases(),
    async begin(asker) {
      const { user, name } = await customer()
      const transfer = await hold(user)
      list.put(name, `e-${user}`)
      await rescreen()
      const number = await caseOf(user)
      await propose(number, asker, 'different_person')
      return { user, name, number, transfer }
    },
    changes: {
      async 'another entry joins'({ user = '', name = '' }) {
        list.put(name, `f-${user}`)
        await rescreen()
      },
      async 'the entry changes'({ user = '', name = '' }) {
        list.put(name, `e-${user}`, '1990-04-02')
        await rescreen()
      },
      async 'the entry leaves the list'({ user = '' }) {
        list.remove(`e-${user}`)
        await rescreen()
      },
      'a note joins': note,
      'another transfer waits': ({ user = '' }) => hold(user),
      'the transfer no longer waits': ({ transfer = '' }) =>
        run(sql`update transfers set hold_reason = null, hold_owner = null where id = ${transfer}`),
      'the customer changes their name': rename,
      'the tier changes': raise,
      'the account is closed': closeUser,
    },
  },
  'a case about a recipient': {
    ...ofCases(),
    async begin(asker) {
      const [name, phone] = [fresh('Isata Kamara'), `+23188${String(1_000_000 + count)}`]
      const { rows } = await sql<{ id: string }>`
        insert into screening_subjects (kind, phone, name, active_until)
        values ('recipient', ${phone}, ${name}, 'infinity') returning id::text`.execute(owner())
      const { user } = await customer()
      const id = rows[0]?.id ?? ''
      list.put(name, `r-${id}`)
      await rescreen()
      const number = await caseOf(id)
      await propose(number, asker, 'returned')
      return { user, id, name, phone, number }
    },
    changes: {
      async 'another entry joins'({ id = '', name = '' }) {
        list.put(name, `s-${id}`)
        await rescreen()
      },
      async 'the entry leaves the list'({ id = '' }) {
        list.remove(`r-${id}`)
        await rescreen()
      },
      'a note joins': note,
      async 'another transfer waits'({ user = '', phone = '', name = '' }) {
        const { id } = await storeTransfer(owner(), user, 'paid')
        await owner()
          .transaction()
          .execute(async (tx) => {
            await sql`set local session_replication_role = replica`.execute(tx)
            await sql`update transfers set recipient_phone = ${phone}, recipient_name = ${name}, hold_reason = 'screening',
              hold_owner = 'operations' where id = ${id}`.execute(tx)
          })
      },
    },
  },
  'a case of monitoring': {
    ...ofCases(),
    async begin(asker) {
      const { user } = await customer()
      const number = await alert(user)
      await propose(number, asker, 'no_suspicion')
      return { user, number }
    },
    changes: {
      'another alert joins': ({ user = '' }) => alert(user),
      'a note joins': note,
      'the tier changes': raise,
      'the account is closed': closeUser,
    },
  },
  'a case that is reported': {
    ...ofCases(),
    async begin(asker) {
      const { user } = await customer()
      const number = await alert(user)
      await propose(number, asker, 'report')
      const first = await kofi.browser.post(`/office/api/cases/${number}/confirm`, {
        reason: WHY,
        version: await versionOf(number),
      })
      expect(first.status).toBe(200)
      await propose(number, asker, 'reported', 'filed on paper, no. 12')
      return { user, number }
    },
    changes: {
      'a report of it is filed': ({ number = '' }) =>
        run(sql`insert into filings (country, kind, case_number, content, known_at, due_at, drafted_by, state, approved_by,
            approved_at, document_hash, exported_at)
          values ('GH', 'suspicion', ${number}, '{}', now(), now(), 'Ama', 'exported', 'Fatu', now(), sha256('x'), now())`),
      'a note joins': note,
    },
  },
}

/** Opens a case of monitoring about a customer, or adds an alert to the open one. */
const alert = (user: string): Promise<string> =>
  inTransaction(owner(), 'test.alert', async (tx) => {
    const opened = await openCase(tx, {
      kind: 'monitoring',
      stage: 'review',
      subject: { kind: 'account', id: `${user} velocity` },
      evidence: 'velocity: payments 5',
    })
    const rule = JSON.stringify({ id: 'velocity', look: { kind: 'velocity', hours: 24, atLeast: 5 } })
    await sql`insert into monitoring_alerts (version, mode, rule_id, subject_kind, subject, rule, measured, transfers,
        newest_transfer, case_number, as_of)
      values (0, 'in_force', 'velocity', 'account', ${user}, ${rule}, '{"payments": 5}', '{}', ${fresh('S')},
        ${opened.number}, now())`.execute(tx)
    return opened.number
  })

const CLOSE: Kind = {
  permission: 'books.close',
  async begin({ name: staff }) {
    const { dailyClose } = world.product
    const day = await dailyClose.next()
    const { digest } = await dailyClose.prepare(day, { staff, reason: WHY }, fresh('No provider was asked'))
    return { day, digest }
  },
  changes: {
    'it is prepared again with another explanation': async ({ day = '' }) =>
      world.product.dailyClose.prepare(
        day,
        { staff: (await joined(['finance'])).name, reason: WHY },
        fresh('Another'),
      ),
    'an entry is booked into the day': ({ day = '' }) =>
      run(sql`
        with entry as (insert into ledger_entries (transfer_id, kind, created_at)
          values (uuidv7(), 'top_up', ${day}::date + interval '12 hours') returning id, transfer_id)
        insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency, created_at)
        select id, transfer_id, 'bank:USD', 'float:USD', 100, 'USD', ${day}::date + interval '12 hours' from entry`),
  },
  decide: ({ day = '', digest = '' }) =>
    fatu.browser.post(`/office/api/closes/${day}/sign`, { digest, reason: WHY }),
  isDecided: async ({ day = '' }) => {
    const close = await world.product.dailyClose.find(day)
    return close?.signedAt != null
  },
}

interface Asked {
  readonly permission: Permission
  make(): Promise<Begun & { readonly entity: string; readonly payload: string }>
  readonly changes: Kind['changes']
}

const payloadOf = (payload: object) => JSON.stringify(payload)
const ofCustomer =
  (payload: object) => async (): Promise<Begun & { readonly entity: string; readonly payload: string }> => {
    const { user } = await customer()
    return { user, entity: user, payload: payloadOf(payload) }
  }
const fixed = (entity: string, payload: () => object | Promise<object>) => async () => ({
  entity,
  payload: payloadOf(await payload()),
})
const RULES = [{ id: 'velocity', look: { kind: 'velocity', hours: 24, atLeast: 9 } }]
const WORDS = 'Sending to Ghana is not available today.'
const corridor = (enabled: boolean) =>
  run(sql`update corridors set enabled = ${enabled}, reason = ${enabled ? 'open again' : WORDS}
    where sender = 'US' and recipient = 'GH'`)
const rail = (reason: string | null) =>
  run(sql`update network_rails set off_reason = ${reason}
    where rail = 'pawapay' and country = 'GH' and network = 'mtn'`)
const member = async () => {
  const { id } = await joined(['support'])
  return { member: id, entity: id }
}
const moveMember = ({ member: id = '' }: Begun) =>
  run(sql`update staff_members set roles = '{finance}' where id = ${id}`)
const prices = async () => {
  const { content } = await owner().selectFrom('price_lists').select('content').executeTakeFirstOrThrow()
  return { list: content }
}

/** Refunds and repayments have the version of releases, and adoption decides about what the providers' records say. */
type Walked = Exclude<ApprovalAction, 'refund' | 'repaid' | 'adopt'>

const REQUESTS: Readonly<Record<Walked, Asked>> = {
  release: {
    permission: 'holds.release',
    async make() {
      const { user } = await customer()
      const { id, reference } = await storeTransfer(owner(), user, 'paid')
      await run(
        sql`update transfers set hold_reason = 'operator', hold_owner = 'operations' where id = ${id}`,
      )
      return { transfer: id, entity: reference, payload: '{}' }
    },
    changes: {
      'the transfer moves': ({ transfer = '' }) =>
        run(sql`update transfers set state = 'refunding' where id = ${transfer}`),
      'a provider reports something': ({ transfer = '' }) =>
        run(sql`update transfers set bumps = bumps + 1 where id = ${transfer}`),
    },
  },
  set_prices: {
    permission: 'prices.change',
    make: fixed('prices', prices),
    changes: {
      'another list is in force': () =>
        run(sql`insert into price_lists (content) select content from price_lists order by version limit 1`),
    },
  },
  set_release_threshold: {
    permission: 'limits.change',
    make: fixed('release threshold', () => ({ amount: '50000' })),
    changes: {
      'another amount is in force': () => run(sql`insert into release_thresholds (amount) values (70000)`),
    },
  },
  close_corridor: {
    permission: 'corridors.change',
    make: fixed('US/GH', async () => (await corridor(true), { words: WORDS })),
    changes: {
      'it is closed': () => corridor(false),
      'a closing is planned': () =>
        run(sql`insert into planned_closings (sender, recipient, begins_at, ends_at, words, planned_by, reason)
          values ('US', 'GH', now() + interval '1 day', now() + interval '2 days', ${WORDS}, 'Kofi', ${WHY})`),
    },
  },
  open_corridor: {
    permission: 'corridors.change',
    make: fixed('US/GH', async () => (await corridor(false), {})),
    changes: { 'it is open': () => corridor(true) },
  },
  open_rail: {
    permission: 'rails.manage',
    make: fixed('pawapay GH/mtn', async () => (await rail('The carrier is down.'), {})),
    changes: { 'it is closed for another reason': () => rail('The contract has ended.') },
  },
  route_network: {
    permission: 'rails.manage',
    make: fixed('GH/mtn', async () => (await rail(null), { rails: ['pawapay'] })),
    changes: { 'a rail of it is closed': () => rail('The carrier is down.') },
  },
  book_treasury_entry: {
    permission: 'treasury.manage',
    make: () => {
      const entry = {
        ...{ kind: 'top_up', account: 'pawapay', reference: fresh('FT').replace(' ', '') },
        ...{ arrived: { amount: 100_000, currency: 'GHS' }, paid: { amount: 9_050, currency: 'USD' } },
      }
      const { entity, payload } = requestOf(readEntry(entry))
      return Promise.resolve({ entity, reference: entry.reference, payload: payloadOf(payload) })
    },
    changes: {
      'the same movement is booked': ({ reference = '' }) =>
        run(sql`
          with action as (insert into operator_actions (action, operator, reason, subject)
            values ('treasury_top_up', 'Ama Finance', 'Alone', ${`pawapay ${reference}`}) returning id)
          insert into provider_movements (account, provider_id, kind, amount, currency, other_amount, other_currency, fee,
            occurred_at, action_id)
          select 'pawapay', ${reference}, 'top_up', 100, 'GHS', 10, 'USD', 0, now(), id from action`),
    },
  },
  erase_account: {
    permission: 'erasure.request',
    make: ofCustomer({}),
    changes: {
      'a transfer begins': ({ user = '' }) => storeTransfer(owner(), user, 'sent'),
      'the account is put on hold': ({ user = '' }) =>
        run(
          sql`insert into account_holds (user_id, cause, opened_by, reason) values (${user}, 'staff', 'Kofi', ${WHY})`,
        ),
      'the customer changes their name': rename,
      'the account is locked': lock,
      'the account is closed': closeUser,
    },
  },
  review_identity: {
    permission: 'identity.review',
    async make() {
      const { user } = await customer()
      const { rows } = await sql<{ id: string }>`
        insert into identity_checks (user_id, provider, country, state, name, dob, person_key)
        values (${user}, 'smile-id', 'GH', 'needs_review', 'Hawa Kollie', '1990-04-02', ${fresh('key')}::bytea)
        returning id`.execute(owner())
      const id = rows[0]?.id ?? ''
      return { user, check: id, entity: id, payload: payloadOf({ verdict: 'refuse' }) }
    },
    changes: {
      'the provider answers again': ({ check = '' }) =>
        run(sql`update identity_checks set updated_at = clock_timestamp() where id = ${check}`),
      'the customer changes their name': rename,
      'the tier changes': raise,
      async 'another account of the person is verified'({ check = '' }) {
        const { user } = await customer()
        await run(sql`insert into identity_checks (user_id, provider, country, state, name, dob, person_key)
          select ${user}, provider, country, 'verified', name, dob, person_key from identity_checks where id = ${check}`)
      },
      'it is decided': ({ check = '' }) =>
        run(sql`update identity_checks set state = 'failed_final', reason = 'refused' where id = ${check}`),
    },
  },
  set_tier: {
    permission: 'identity.review',
    make: ofCustomer({ tier: 2, until: '2027-11-30' }),
    changes: {
      'the customer changes their name': rename,
      'the tier changes': raise,
      'the account is locked': lock,
      'the account is closed': closeUser,
    },
  },
  set_monitoring_rules: {
    permission: 'monitoring.change',
    make: fixed('monitoring rules', () => ({ rules: RULES, mode: 'shadow' })),
    changes: {
      'other rules are stored': () =>
        run(sql`insert into monitoring_rules (mode, rules, author, approved_by, reason)
          values ('shadow', '{"rules": []}', 'Ama', 'Kofi', ${WHY})`),
    },
  },
  set_fraud_rules: {
    permission: 'fraud.manage',
    make: fixed('fraud rules', () => ({ rules: [] })),
    changes: {
      'other rules are in force': () =>
        run(sql`insert into fraud_rules (rules, author, reason) values ('{"rules": []}', 'Ama', ${WHY})`),
    },
  },
  set_report_profile: {
    permission: 'reports.change',
    make: fixed('GH', async () => ({
      validFrom: '2998-12-01',
      profile: await profileInForce(world.database.owner, 'GH'),
    })),
    changes: {
      'another profile is stored': () =>
        run(sql`insert into report_profiles (country, valid_from, profile, author, reason)
          values ('GH', '2999-01-01', '{}', 'Ama', ${WHY})`),
    },
  },
  set_tier_limits: {
    permission: 'limits.change',
    make: fixed('tier 2, any to any', () => ({
      ...{ tier: 2, sender: null, recipient: null, per24Hours: '90000', per30Days: '900000' },
      ...{ source: 'our choice', validFrom: '2998-12-01' },
    })),
    changes: {
      'other limits are stored': () =>
        run(sql`insert into tier_limits (tier, per_24_hours, per_30_days, source, valid_from)
          values (3, 1, 1, 'ours', date '2999-01-01' + ${(count += 1)}::int)`),
    },
  },
  invite_member: {
    permission: 'staff.manage',
    make() {
      const email = `${fresh('new').replace(' ', '')}@sesa.example`
      const payload = payloadOf({ name: `Newly Invited ${lettersOf(count)}`, email, roles: ['support'] })
      return Promise.resolve({ entity: email, email, payload })
    },
    changes: {
      'a member has the address': ({ email = '' }) =>
        run(
          sql`insert into staff_members (name, email, roles) values (${fresh('Namesake')}, ${email}, '{support}')`,
        ),
    },
  },
  invite_member_again: {
    permission: 'staff.manage',
    make: async () => ({ ...(await member()), payload: '{}' }),
    changes: { 'the member has other roles': moveMember },
  },
  change_roles: {
    permission: 'staff.manage',
    make: async () => ({ ...(await member()), payload: payloadOf({ roles: ['engineer'] }) }),
    changes: { 'the member has other roles': moveMember },
  },
}

function requestKind(action: Walked): Kind {
  const { permission, make, changes } = REQUESTS[action]
  const second = () => (permission === 'staff.manage' ? kofi : world.administrator)
  return {
    permission,
    changes,
    async begin(asker) {
      const made = await make()
      const payload = JSON.parse(made.payload) as Record<string, unknown>
      const asked = { action, entity: made.entity, payload, reason: WHY }
      return { ...made, id: (await world.office.approvals.approvals.request(asker, asked)).id }
    },
    decide: ({ id = '' }) => second().browser.post(`/office/api/approvals/${id}/approve`, { note: WHY }),
    isDecided: async ({ id = '' }) => (await world.office.approvals.approvals.find(id)).state !== 'pending',
    async end({ id = '' }) {
      await second().browser.post(`/office/api/approvals/${id}/reject`, { note: WHY })
      await run(
        sql`update approvals set state = 'failed', result = 'left' where id = ${id} and state = 'approved'`,
      )
    },
  }
}

const KINDS: Readonly<Record<string, Kind>> = {
  ...CASES,
  ...Object.fromEntries(
    (Object.keys(REQUESTS) as Walked[]).map((action) => [`a request to ${action}`, requestKind(action)]),
  ),
  'a daily close': CLOSE,
}

/** What becomes of the first person. */
const MEMBER: Readonly<Record<string, (asker: Asker, permission: Permission) => Promise<unknown>>> = {
  'the first person ends': ({ id }) => run(sql`update staff_members set ended_at = now() where id = ${id}`),
  'the first person moves to another role': ({ id }, permission) => {
    const other = ROLES.find((role) => !(PERMISSIONS[permission].roles as readonly Role[]).includes(role))
    return run(sql`update staff_members set roles = array[${other}] where id = ${id}`)
  },
}

const CHANGED = Object.entries(KINDS).flatMap(([name, kind]) =>
  Object.keys(kind.changes).map((change) => [name, change] as const),
)
const MOVED = Object.keys(KINDS).flatMap((name) =>
  Object.keys(MEMBER).map((change) => [name, change] as const),
)

async function walk(name: string, change: (kind: Kind, begun: Begun, asker: Asker) => Promise<unknown>) {
  const kind = KINDS[name]
  if (kind === undefined) throw new Error(`There is no ${name}`)
  const asker = await joined(PERMISSIONS[kind.permission].roles.slice(0, 1))
  const begun = await kind.begin(asker)
  await change(kind, begun, asker)
  const { status, code } = await kind.decide(begun)
  const isDecided = await kind.isDecided(begun)
  await kind.end?.(begun)
  return { status, code, isDecided }
}

it.each(CHANGED)(`${CHANGED.length} changes: %s, and %s: refused`, async (name, change) => {
  const { code, isDecided } = await walk(
    name,
    (kind, begun) => kind.changes[change]?.(begun) ?? Promise.resolve(),
  )
  // The second person's own call says so where they gave the digest of another report.
  expect([
    name === 'a daily close' && change.includes('prepared') ? 'action_refused' : 'approval_outdated',
    false,
  ]).toEqual([code, isDecided])
})

it.each(MOVED)(`${MOVED.length} first persons: %s, and %s: refused`, async (name, change) => {
  const { code, isDecided } = await walk(
    name,
    (kind, _begun, asker) => MEMBER[change]?.(asker, kind.permission) ?? Promise.resolve(),
  )
  expect([code, isDecided]).toEqual(['asker_not_permitted', false])
})

// Last: a day that is signed is not prepared again.
it.each(Object.keys(KINDS))(
  `of ${Object.keys(KINDS).length} kinds, %s is decided while nothing changes`,
  async (name) => {
    const { status, isDecided } = await walk(name, () => Promise.resolve())
    expect([status, isDecided]).toEqual([200, true])
  },
)
