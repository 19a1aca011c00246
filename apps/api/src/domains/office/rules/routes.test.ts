import { IDENTITY_CHECK_REASONS } from '@sesa/contract'
import { formatMoney, money } from '@sesa/money'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { createLimitsOf } from '../../compliance/index.ts'
import { readLimits } from '../../transfers/create/shared-limits.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'

let world: OfficeWorld
let [ama, kofi] = [] as unknown as [TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Compliance', 'compliance')
  kofi = await world.member('Kofi Compliance', 'compliance')
})
afterAll(() => world.close())

interface Asked {
  readonly approval: { readonly id: string; readonly state: string; readonly result: string | null }
}
const REASON = { reason: 'Agreed on Thursday' }
const TODAY = new Date().toISOString().slice(0, 10)

/** Approves a request as the second member and carries it out. Returns the request afterwards. */
async function carryOut(body: Record<string, unknown>): Promise<Asked['approval']> {
  const { id } = (body as unknown as Asked).approval
  const one = `/office/api/approvals/${id}`
  const own = await ama.browser.post(`${one}/approve`, { note: 'My own' })
  expect(own.code).toBe('same_person')
  const approved = await kofi.browser.post(`${one}/approve`, { note: 'Compared' })
  expect(approved.status).toBe(200)
  await world.product.approvals.approvals.carryOut(id)
  return (await kofi.browser.get(one)).body as unknown as Asked['approval']
}

/** Stores an account in Liberia with an identity check. Returns both ids. */
async function stored(state: 'needs_review' | 'verified', name: string, person: Buffer | null) {
  const { rows } = await sql<{ id: string; user_id: string }>`
    with person as (insert into users default values returning id),
    profile as (insert into profiles (user_id, name, dob) select id, 'Fatu Kamara', '1990-04-02' from person)
    insert into identity_checks (user_id, provider, country, state, reason, name, dob, person_key)
    select id, 'smile-id', 'LR', ${state}, case when ${state} = 'verified' then null else 'duplicate_person' end,
      ${name}, '1990-04-03', ${person}
    from person returning id, user_id`.execute(world.database.owner)
  const [row] = rows
  if (row === undefined) throw new Error('Nothing was stored')
  return { check: row.id, customer: row.user_id }
}

it('a check shows masked differences and other accounts of the person, and two people decide it', async () => {
  const person = randomBytes(32)
  const other = await stored('verified', 'Fatu Kamara', person)
  const { check, customer } = await stored('needs_review', 'FATU KAMARA', person)
  const list = await ama.browser.get('/office/api/inbox?kind=identity')
  expect(list.body).toMatchObject({ work: [{ id: check, about: 'Duplicate person' }] })
  const one = `/office/api/identity-checks/${check}`
  const shown = await ama.browser.get(one)
  expect(shown.body).toMatchObject({
    reason: 'duplicate_person',
    mayVerify: true,
    tier: 1,
    limits: { now: { currency: 'USD' }, verified: { currency: 'USD' } },
    customerReads: { refuse: IDENTITY_CHECK_REASONS.refused },
    compared: [
      { what: 'name', account: 'F••• K•••••', isSame: true },
      { what: 'birth_date', document: '1990-••-••', account: '1990-••-••', isSame: false },
    ],
    samePerson: [{ customerId: other.customer }],
  })
  expect(JSON.stringify(shown.body)).not.toContain('Kamara')
  const { limits, customerReads } = shown.body as {
    limits: Record<'now' | 'verified', { amount: number }>
    customerReads: { verify: string }
  }
  expect(limits.verified.amount).toBeGreaterThan(limits.now.amount)
  expect(customerReads.verify).toContain(formatMoney(money(limits.verified.amount, 'USD')))
  const revealed = await ama.browser.post(`${one}/reveal`, REASON)
  expect(revealed.body).toMatchObject({
    compared: [{}, { document: '1990-04-03', account: '1990-04-02' }],
  })

  const asked = await ama.browser.post(`${one}/review`, { verdict: 'refuse', ...REASON })
  expect(asked.status).toBe(201)
  expect((await ama.browser.get(one)).body).toMatchObject({ approvals: [{ state: 'pending' }] })
  expect(await carryOut(asked.body)).toMatchObject({ state: 'done', result: 'refused' })
  const again = await ama.browser.post(`${one}/review`, { verdict: 'verify', ...REASON })
  expect(again.code).toBe('action_refused')
  const whole = await ama.browser.get(`/office/api/customers/${customer}`)
  expect(whole.body).toMatchObject({ tier: 1, identity: [{ state: 'failed_final' }] })

  const log = await world.administrator.browser.get(`/office/api/audit?subject=${check}`)
  const actions = (log.body['entries'] as { action: string }[]).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['identity_check.read', 'identity_check.revealed']))
})

it('a check without a complete document can only be refused', async () => {
  const { check } = await stored('needs_review', 'Fatu Kamara', null)
  const asked = await ama.browser.post(`/office/api/identity-checks/${check}/review`, {
    verdict: 'verify',
    ...REASON,
  })
  expect([asked.status, asked.code]).toEqual([409, 'action_refused'])
})

it('two people set a customer’s tier', async () => {
  const { customer } = await stored('verified', 'Fatu Kamara', randomBytes(32))
  const path = `/office/api/customers/${customer}/tier`
  const second = await ama.browser.post(path, { tier: 2, until: '2031-12-31', ...REASON })
  expect(await carryOut(second.body)).toMatchObject({ state: 'done', result: 'tier 2' })
  expect((await ama.browser.get(`/office/api/customers/${customer}`)).body).toMatchObject({
    tier: 2,
  })
})

it('limits of bank debits apply in the United States, and stay where other limits are set without them', async () => {
  const { owner, db } = world.database
  const customer = await storeUser(owner)
  await sql`insert into phone_identities (user_id, phone_number, country) values (${customer}, '+12135550199', 'US')`.execute(
    owner,
  )
  const debits = async (to: 'GH' | 'SL') => {
    const current = await world.product.configuration.current()
    const { bankDebit } = await readLimits(createLimitsOf({ countCards: false }), db, customer, to, current)
    return [bankDebit.first.amount, bankDebit.later.amount, bankDebit.settledBefore]
  }
  const ask = async (over: object) => {
    const asked = await ama.browser.post('/office/api/tier-limits', {
      ...{ tier: 1, sender: 'US', recipient: null, per24Hours: '200000', per30Days: '900000' },
      ...{ source: 'our own choice', validFrom: TODAY, ...REASON, ...over },
    })
    expect(asked.status).toBe(201)
    expect(await carryOut(asked.body)).toMatchObject({ state: 'done' })
    return asked.body
  }
  expect(await debits('GH')).toEqual([50_000n, 300_000n, 3])
  const { approval } = await ask({ debitsFirst: '20000', debitsLater: '400000' })
  expect((approval as { about: { changes: object[] } }).about.changes).toContainEqual({
    ...{ label: 'Bank payments, until some have settled', from: 'Wider limits apply', to: 'USD 200.00' },
  })
  await ask({ recipient: 'GH' })
  expect(await debits('GH')).toEqual([20_000n, 400_000n, 3])
  expect(await debits('SL')).toEqual([20_000n, 400_000n, 3])
  const { body } = await ama.browser.get('/office/api/tier-limits')
  expect(body).toMatchObject({ bankDebit: { debitsFirst: '50000', debitsLater: '300000' } })
  expect(body['limits']).toContainEqual(
    expect.objectContaining({ sender: 'US', recipient: null, debitsFirst: '20000', debitsLater: '400000' }),
  )
})

it('tier limits apply from their day on, after two people agreed', async () => {
  const { customer } = await stored('verified', 'Fatu Kamara', randomBytes(32))
  await sql`insert into phone_identities (user_id, phone_number, country) values (${customer}, '+231770009001', 'LR')`.execute(
    world.database.owner,
  )
  const limitsOf = createLimitsOf({ countCards: false })
  const own = async (to: 'GH' | 'SL') => {
    const current = await world.product.configuration.current()
    return (await readLimits(limitsOf, world.database.db, customer, to, current)).own.per24Hours.amount
  }
  const limits = { tier: 1, sender: 'LR', recipient: 'GH', per24Hours: '50000', per30Days: '90000' }
  const ask = (over: object) =>
    ama.browser.post('/office/api/tier-limits', {
      ...limits,
      source: 'Central Bank of Liberia, a letter of today',
      validFrom: TODAY,
      ...REASON,
      ...over,
    })
  for (const [over, says] of [
    [{ per30Days: '100' }, 'below the 24-hour limit'],
    [{ recipient: 'LR' }, 'two different countries'],
    [{ debitsFirst: '50000', debitsLater: '90000' }, 'Only customers in the United States'],
    [{ sender: 'US', debitsFirst: '50000' }, 'Give both limits of bank payments'],
    [{ sender: 'US', debitsFirst: '50000', debitsLater: '49999' }, 'below the first one'],
    [{ sender: null, recipient: null }, 'published in our pages'],
    [{ validFrom: '2026-01-01' }, '2026-01-01 has passed'],
  ] as const) {
    const refused = await ask(over)
    expect([refused.code, JSON.stringify(refused.body)]).toEqual([
      'action_refused',
      expect.stringContaining(says),
    ])
  }
  const user = await storeUser(world.database.owner)
  await storeTransfer(world.database.owner, user, 'sent')
  const above = async (over: object) =>
    (await ama.browser.post('/office/api/tier-limits/try', { ...tried, ...over })).body
  const tried = { tier: 1, sender: 'US', per24Hours: '10000', per30Days: '90000' }
  expect(await above({})).toEqual({ above: 0, isMore: false })
  expect(await above({ per24Hours: '9999' })).toEqual({ above: 1, isMore: false })
  expect(await above({ per24Hours: '9999', tier: 2 })).toEqual({ above: 0, isMore: false })
  expect(await above({ per24Hours: '9999', sender: 'LR' })).toEqual({ above: 0, isMore: false })
  const asked = await ask({})
  expect(asked.status).toBe(201)
  expect(await own('GH')).toBe(299_900n)
  expect(await carryOut(asked.body)).toMatchObject({ state: 'done' })
  expect([await own('GH'), await own('SL')]).toEqual([50_000n, 299_900n])

  const later = await ask({ per24Hours: '60000', validFrom: '2099-01-01' })
  expect(await carryOut(later.body)).toMatchObject({ state: 'done' })
  expect(await own('GH')).toBe(50_000n)
  const twice = await ask({ per24Hours: '70000' })
  expect(await carryOut(twice.body)).toMatchObject({
    state: 'failed',
    result: expect.stringContaining('Choose another day') as string,
  })
  const { body } = await ama.browser.get('/office/api/tier-limits')
  const rows = (body['limits'] as { sender: string | null; validFrom: string; state: string }[]).filter(
    ({ sender }) => sender === 'LR',
  )
  expect(rows.map(({ validFrom, state }) => [validFrom, state])).toEqual([
    ['2099-01-01', 'future'],
    [TODAY, 'in_force'],
  ])
})

it('fraud rules are tried on past payments, and two people put them in force', async () => {
  const rules = [
    { id: 'ask-all', when: { amountAtLeast: 1 }, then: { outcome: 'authenticate', request: 'any' } },
  ]
  const path = '/office/api/fraud-rules'
  const before = await ama.browser.get(path)
  expect(before.body).toMatchObject({ inForce: 0, versions: [{ version: 0, author: null }] })
  const wrong = await ama.browser.post(`${path}/replay`, { rules: [{ id: 'x' }], days: 30 })
  expect([wrong.code, JSON.stringify(wrong.body)]).toEqual([
    'action_refused',
    expect.stringContaining('rules.0'),
  ])
  expect((await ama.browser.post(`${path}/replay`, { rules, days: 30 })).body).toEqual({
    examined: 0,
    outcomes: [],
    rules: [],
    amounts: [],
    changedCount: 0,
    changed: [],
  })
  const asked = await ama.browser.post(path, { rules, ...REASON })
  expect(await carryOut(asked.body)).toMatchObject({ state: 'done', result: 'version 1 is in force' })
  expect((await ama.browser.get(path)).body).toMatchObject({
    inForce: 1,
    versions: [
      { version: 1, rules, author: 'Ama Compliance', approvedBy: 'Kofi Compliance' },
      { version: 0 },
    ],
  })
})

it('monitoring rules are tried next to those in force, and two people put them in shadow mode', async () => {
  const rules = [{ id: 'many-senders', look: { kind: 'many_senders', days: 14, atLeast: 3 } }]
  const path = '/office/api/monitoring-rules'
  const days = { from: '2026-11-01', to: '2026-11-02' }
  for (const over of [{ to: '2026-10-31' }, { to: '2026-11-31' }, { to: '2027-11-01' }]) {
    const refused = await ama.browser.post(`${path}/try`, { rules, ...days, ...over })
    expect([refused.status, refused.code]).toEqual([400, 'invalid_field'])
  }
  const tried = await ama.browser.post(`${path}/try`, { rules, ...days })
  expect(tried.body).toMatchObject({ version: 0, subjects: 0 })
  expect(tried.body['rules']).toContainEqual({
    ruleId: 'many-senders',
    before: 0,
    after: 0,
    insufficient: 0,
    examples: [],
  })
  const asked = await ama.browser.post(path, { rules, mode: 'shadow', ...REASON })
  expect(await carryOut(asked.body)).toMatchObject({ state: 'done', result: 'version 1 is in shadow mode' })
  expect((await ama.browser.get(path)).body).toMatchObject({
    inForce: 0,
    shadow: 1,
    versions: [{ version: 1, mode: 'shadow', approvedBy: 'Kofi Compliance' }, { version: 0 }],
  })
})

it('the application without a request cannot change limits or fraud rules', async () => {
  const { db } = world.database
  const limits = { tier: 1, sender: 'GH', recipient: null, per24Hours: '1', per30Days: '1' }
  const bodies = {
    tier_limits: { ...limits, source: 'nobody asked', validFrom: TODAY },
    fraud_rules: { rules: [] },
    monitoring_rules: { rules: [], mode: 'in_force' },
    report_profile: { profile: {}, validFrom: TODAY },
  }
  for (const [kind, body] of Object.entries(bodies))
    await expect(
      db
        .insertInto('policies')
        .values({ kind, key: 'alone', body: JSON.stringify(body) })
        .execute(),
      kind,
    ).rejects.toThrow('no approved request')
})
