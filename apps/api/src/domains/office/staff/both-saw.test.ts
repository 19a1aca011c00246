import { PERMISSIONS, ROLES, type Permission } from '@sesa/contract/office'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { screeningOver } from '../../../testing/screening-world.ts'
import { storeTransfer } from '../../../testing/stored-transfer.ts'
import {
  createParts,
  TypedList,
  WHY,
  type Asker,
  type Begun,
  type Kind,
} from '../../../testing/two-people-parts.ts'
import { orderKinds } from '../../../testing/orders/kinds.ts'
import { openCase } from '../../compliance/cases/store.ts'

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

const parts = createParts(() => world)
const { owner, run, fresh, joined, customer, rename, raise, closeUser } = parts
const rescreen = async (): Promise<void> => screening.crons[0]?.run()

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
/**
 * Returns the decisions of cases for a permission. The confirmer has read the current version of the case: only the proposer
 * has not.
 */
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
      const [name, phone] = [
        fresh('Isata Kamara'),
        `+23188${String(1_000_000 + Number(fresh('phone').split(' ')[1]))}`,
      ]
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

/** Opens a monitoring case about a customer, or adds an alert to the open one. */
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
    fatu.browser.post(`/office/api/daily-closes/${day}/sign`, { digest, reason: WHY }),
  isDecided: async ({ day = '' }) => {
    const close = await world.product.dailyClose.find(day)
    return (close?.signedAt ?? null) !== null
  },
}

const KINDS: Readonly<Record<string, Kind>> = {
  ...CASES,
  ...orderKinds(
    () => world,
    () => kofi,
    parts,
  ),
  'a daily close': CLOSE,
}

/** Changes to the first person's membership. */
const MEMBER: Readonly<Record<string, (asker: Asker, permission: Permission) => Promise<unknown>>> = {
  'the first person ends': ({ id }) => run(sql`update staff_members set ended_at = now() where id = ${id}`),
  'the first person moves to another role': ({ id }, permission) => {
    const other = ROLES.find((role) => !PERMISSIONS[permission].roles.includes(role))
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
  // The second person's own call reports this when it has the digest of another report.
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

// Last: a signed day is not prepared again.
it.each(Object.keys(KINDS))(
  `of ${Object.keys(KINDS).length} kinds, %s is decided while nothing changes`,
  async (name) => {
    const { status, isDecided } = await walk(name, () => Promise.resolve())
    expect([status, isDecided]).toEqual([200, true])
  },
)
