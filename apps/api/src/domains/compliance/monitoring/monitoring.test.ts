import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import type { Db } from '../../../db/index.ts'
import { storePolicy } from '../../record/index.ts'
import { createCases } from '../cases/index.ts'
import { monitoringDecider, runMonitoring, rulesInForce, tryRules, type Rule } from './index.ts'
import { MONITORING_RULES, MONITORING_RULES_KEY, SHIPPED_RULES, SHIPPED_SHADOW } from './rules.ts'
import { plant, plantUser, WALLET } from '../../../testing/plant.ts'

const BY = { staff: 'Ama Boateng', approvedBy: 'Kofi Mensah', reason: 'First rules' }
const VELOCITY: Rule = { id: 'velocity', look: { kind: 'velocity', hours: 24, atLeast: 5 } }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Deletes payments and alerts, and starts the next run two days ago. */
beforeEach(async () => {
  const { owner } = database
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const table of [
      'payment_devices',
      'collection_attempts',
      'transfers',
      'monitoring_alerts',
      'monitoring_runs',
    ]) {
      await sql`delete from ${sql.table(table)}`.execute(tx)
    }
    await sql`delete from policies where kind = 'monitoring_rules'`.execute(tx)
    for (const table of ['case_events', 'case_proposals', 'cases'])
      await sql`delete from ${sql.table(table)}`.execute(tx)
  })
  await sql`update monitoring_cursor set looked_upto = now() - interval '20 hours'`.execute(owner)
})

/** Stores rules; the schema's owner needs no second person. */
const storeRules = (rules: readonly Rule[], mode: 'in_force' | 'shadow', db: Db = database.owner) =>
  storePolicy(db, MONITORING_RULES, { key: MONITORING_RULES_KEY, body: { rules, mode } }, BY)

const alerts = () =>
  database.owner
    .selectFrom('monitoring_alerts')
    .select(['rule_id', 'subject_kind', 'subject', 'mode', 'transfers', 'case_number'])
    .orderBy('id')
    .execute()
const cases = () =>
  database.owner
    .selectFrom('cases as c')
    .select(['c.number', 'c.subject_id', 'c.state', 'c.kind'])
    .select((eb) =>
      eb
        .selectFrom('case_events as e')
        .whereRef('e.case_id', '=', 'c.id')
        .select(sql<number>`count(*)::int`.as('n'))
        .as('events'),
    )
    .orderBy('c.id')
    .execute()
const rulesOf = async () => (await alerts()).map(({ rule_id, subject }) => [rule_id, subject])

/** Lets a wallet pay a planted payment. */
async function payFrom(owner: Db, reference: string, phone: string, check: string): Promise<void> {
  await sql`with paid as (
      insert into collection_attempts (transfer_id, number, collector, country, network, phone, amount, currency, state, name_check)
      select id, 1, 'pawapay', 'LR', 'mtn', ${phone}, 1000, 'LRD', 'completed', ${check}
      from transfers where reference = ${reference} returning id, transfer_id)
    update transfers set collection_id = paid.id, pay_method = 'momo' from paid where transfers.id = paid.transfer_id`.execute(
    owner,
  )
}

/** Makes five payments of a new account within three hours, to as many wallets as given. */
async function hurry(): Promise<{ user: string; references: string[] }> {
  const user = await plantUser(database.owner)
  const references: string[] = []
  for (const hours of [3, 2.5, 2, 1.5, 1])
    references.push(await plant(database.owner, { user, hours, usd: 10_000 * hours }))
  return { user, references }
}

it('a case shows the rule with its figures, and the payments that caused the alert', async () => {
  const { user, references } = await hurry()
  await runMonitoring(database.db)
  const { show } = createCases({ db: database.db, deciders: { monitoring: monitoringDecider } })
  const [opened] = await cases()
  const page = await show(opened?.number ?? '')
  expect(page?.people).toMatchObject([{ kind: 'customer', customer: user, tier: 1, entities: [] }])
  expect(page?.alerts).toMatchObject([
    {
      rule: 'velocity',
      looksFor: 'At least 5 payments in 24 hours',
      measured: [{ what: 'Payments', figure: '5' }],
    },
  ])
  expect(page?.alerts[0]?.payments.map(({ reference }) => reference).toSorted()).toEqual(
    references.toSorted(),
  )
  expect(page?.alerts[0]?.payments[0]).toMatchObject({
    worth: { currency: 'USD' },
    recipient: expect.any(String),
    chargedAt: expect.any(String),
  })
  expect(page?.decisions.map(({ decision }) => decision)).toEqual(['no_suspicion', 'report'])
})

describe('a run', () => {
  it('opens one case per subject and rule, with the evidence, and repeats nothing', async () => {
    const { user, references } = await hurry()
    expect(await runMonitoring(database.db)).toMatchObject({ alerts: 1 })
    expect(await alerts()).toEqual([
      {
        rule_id: 'velocity',
        subject_kind: 'account',
        subject: user,
        mode: 'in_force',
        transfers: references,
        case_number: expect.stringMatching(/^K-/),
      },
    ])
    expect(await cases()).toMatchObject([{ kind: 'monitoring', subject_id: `${user} velocity`, events: 1 }])
    await sql`update monitoring_cursor set looked_upto = now() - interval '20 hours'`.execute(database.owner)
    expect(await runMonitoring(database.db)).toMatchObject({ alerts: 0 })
    expect(await cases()).toMatchObject([{ events: 1 }])
  })

  it('adds new evidence to the open case', async () => {
    const { user } = await hurry()
    await runMonitoring(database.db)
    await sql`update monitoring_cursor set looked_upto = now() - interval '40 minutes'`.execute(
      database.owner,
    )
    await plant(database.owner, { user, hours: 0.5 })
    expect(await runMonitoring(database.db)).toMatchObject({ subjects: 2, alerts: 1 })
    expect(await cases()).toMatchObject([{ events: 2 }])
    expect(await alerts()).toHaveLength(2)
  })

  it('stores how often each rule had each outcome, including too little history', async () => {
    const user = await plantUser(database.owner)
    await plant(database.owner, { user, hours: 2 })
    await runMonitoring(database.db)
    const runs = await database.owner
      .selectFrom('monitoring_runs')
      .selectAll()
      .where('subjects', '>', 0)
      .execute()
    expect(runs).toMatchObject([
      {
        version: 0,
        subjects: 2,
        outcomes: {
          0: { 'new-corridor': { insufficient: 1 }, velocity: { clear: 1 }, 'many-senders': { clear: 1 } },
        },
      },
    ])
  })

  it('analyses no payment twice, and leaves those of the last minutes for later', async () => {
    const user = await plantUser(database.owner)
    await plant(database.owner, { user, hours: 0.01 })
    const { subjects, lookedUpto } = await runMonitoring(database.db)
    expect(subjects).toBe(0)
    const { rows } = await sql<{ isBefore: boolean }>`
      select ${lookedUpto} < now() - interval '4 minutes' as "isBefore"`.execute(database.owner)
    expect(rows).toEqual([{ isBefore: true }])
  })

  it('writes each hour once when two workers run at the same time', async () => {
    await hurry()
    const [one, other] = await Promise.all([runMonitoring(database.db), runMonitoring(database.db)])
    expect(one.alerts + other.alerts).toBe(1)
    expect(await cases()).toMatchObject([{ events: 1 }])
  })
})

describe('facts from the database', () => {
  it('finds many senders to a wallet, and the accounts that share a person, a card and a browser', async () => {
    const { owner, db } = database
    const users = await Promise.all([1, 2, 3, 4].map(() => plantUser(owner)))
    for (const [index, user] of users.entries()) {
      const person = index < 2 ? 'one person' : `person ${index}`
      await plant(owner, { user, hours: 5 - index, person, card: 'one card', device: 'one browser' })
    }
    await plant(owner, { user: await plantUser(owner), hours: 4, person: 'person 9' })
    await runMonitoring(db)
    const found = await rulesOf()
    expect(found).toContainEqual(['many-senders', WALLET])
    expect(found).toContainEqual(['several-accounts', users[1]])
    expect(found).toContainEqual(['shared-card', users[2]])
    expect(found).toContainEqual(['shared-device', users[3]])
    expect(found).not.toContainEqual(['several-accounts', users[3]])
    // The first account paid before the others did: no card was shared then.
    expect(found).not.toContainEqual(['shared-card', users[0]])
  })

  it('finds accounts that pay each other in a circle, but not in a chain', async () => {
    const { owner, db } = database
    const numbers = ['+233241110001', '+233241110002', '+233241110003']
    const [first = '', second = '', third = ''] = await Promise.all(
      numbers.map((phone) => plantUser(owner, phone)),
    )
    const outside = await plantUser(owner)
    await plant(owner, { user: outside, hours: 6, wallet: numbers[0] ?? '' })
    await plant(owner, { user: first, hours: 5, wallet: numbers[1] ?? '' })
    await plant(owner, { user: second, hours: 4, wallet: numbers[2] ?? '' })
    await runMonitoring(db)
    expect(await alerts()).toEqual([])
    await sql`update monitoring_cursor set looked_upto = now() - interval '20 hours'`.execute(owner)
    await plant(owner, { user: third, hours: 3, wallet: numbers[0] ?? '' })
    await runMonitoring(db)
    const ring = (await alerts()).filter(({ rule_id }) => rule_id === 'ring')
    expect(ring).toMatchObject([
      { subject: third, transfers: [expect.any(String), expect.any(String), expect.any(String)] },
    ])
  })

  it('reads an account as it was at the time, without later payments', async () => {
    const { user } = await hurry()
    const to = new Date(Date.now() - 1.2 * 3_600_000)
    const trial = await tryRules(database.db, [VELOCITY], { from: new Date(to.getTime() - 86_400_000), to })
    expect(trial.rules.find(({ ruleId }) => ruleId === 'velocity')).toMatchObject({ after: 0 })
    expect(user).not.toBe('')
  })
})

describe('versions', () => {
  it('record in shadow mode without a case, next to the version in force', async () => {
    const { db } = database
    await storeRules([{ id: 'hasty', look: { kind: 'velocity', hours: 24, atLeast: 2 } }], 'shadow')
    await hurry()
    expect(await runMonitoring(db)).toMatchObject({ alerts: 1, shadowAlerts: expect.any(Number) })
    const shadow = (await alerts()).filter(({ mode }) => mode === 'shadow')
    expect(shadow.length).toBeGreaterThan(0)
    expect(shadow.every((one) => one.rule_id === 'hasty' && one.case_number === null)).toBe(true)
    expect(await cases()).toHaveLength(1)
  })

  it('end shadow mode when a newer one is in force', async () => {
    const { db } = database
    expect(await rulesInForce(db)).toEqual({ inForce: SHIPPED_RULES, shadow: SHIPPED_SHADOW })
    await storeRules([], 'shadow')
    const version = await storeRules([VELOCITY], 'in_force')
    expect(await rulesInForce(db)).toEqual({ inForce: { version, rules: [VELOCITY] }, shadow: null })
  })

  it('of the product look in shadow mode for wallets that several accounts paid from', async () => {
    const { db, owner } = database
    const phone = '+231881239999'
    const users = [await plantUser(owner), await plantUser(owner)]
    const references: string[] = []
    for (const [at, user] of users.entries()) {
      const reference = await plant(owner, { user, hours: 3 - at, usd: 60_000 })
      references.push(reference)
      await payFrom(owner, reference, phone, at === 0 ? 'match' : 'unknown')
    }
    await runMonitoring(db)
    const shadow = (await alerts()).filter(({ mode }) => mode === 'shadow')
    // Of the second payer's hour: the first one paid alone.
    expect(shadow.filter(({ rule_id }) => rule_id === 'shared-payer')).toMatchObject([
      { subject: users[1], transfers: references },
    ])
    expect(shadow.filter(({ rule_id }) => rule_id === 'new-payer')).toMatchObject([
      { subject: users[1], transfers: [references[1]], case_number: null },
    ])
    const run = await owner.selectFrom('monitoring_runs').select('outcomes').executeTakeFirstOrThrow()
    expect(Object.keys((run.outcomes as Record<string, object>)['0'] ?? {})).toEqual(
      expect.arrayContaining(['shared-card', 'shared-payer', 'new-payer']),
    )
    expect(await cases()).toEqual([])
  })

  it('never change, and need two people', async () => {
    const { db, owner } = database
    await storeRules([VELOCITY], 'in_force')
    const change = sql`update policies set reason = 'x'`
    await expect(change.execute(owner)).rejects.toThrow(/never|append|change/i)
    await expect(storeRules([], 'in_force', db)).rejects.toThrow('no approved request')
  })
})

describe('a trial', () => {
  it('counts subjects per rule next to the version in force, with examples, and changes nothing', async () => {
    const { references } = await hurry()
    const slow: Rule = { id: 'velocity', look: { kind: 'velocity', hours: 24, atLeast: 6 } }
    const fast: Rule = { id: 'fast', look: { kind: 'velocity', hours: 24, atLeast: 4 } }
    const now = Date.now()
    const period = { from: new Date(now - 3 * 86_400_000), to: new Date(now) }
    const trial = await tryRules(database.db, [slow, fast], period)
    expect(trial.rules.filter(({ ruleId }) => ['velocity', 'fast'].includes(ruleId))).toEqual([
      { ruleId: 'velocity', before: 1, after: 0, insufficient: 0, examples: [] },
      { ruleId: 'fast', before: null, after: 1, insufficient: 0, examples: [references.at(-1)] },
    ])
    expect(await alerts()).toEqual([])
    expect(await cases()).toEqual([])
  })
})
