import {
  isPermitted,
  officeCalls,
  ROLES,
  type OfficeCall,
  type Role,
  type TransferPage,
} from '@sesa/contract/office'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import {
  startOfficeWorld,
  type OfficeBrowser,
  type OfficeWorld,
  type TestMember,
} from '../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { openCase } from '../../compliance/cases/store.ts'
import { insertPolicy } from '../../../testing/policies.ts'
import { shippedWays } from '../../pricing/index.ts'

/*
 * Staff without `cases.read` must not learn that a transfer waits because of a case. Every such role makes every call of the
 * contract, with transfers held by a screening match, a monitoring alert and a fraud report, before and after compliance
 * decides; no value of an answer may contain a revealing word or identifier.
 */

const KINDS = ['screening', 'monitoring', 'fraud'] as const
type Kind = (typeof KINDS)[number]
const UNTOLD = ROLES.filter((role) => !isPermitted([role], 'cases.read'))
const CALLS = Object.entries(officeCalls) as [keyof typeof officeCalls, OfficeCall][]
/** The product's own tables: the same for every transfer. */
const GENERAL: readonly string[] = ['listPermissions', 'readRetention']

const ENTITY = 'NK-Zq8UntoldEntity'
const SECRET = 'Ringleader'
const WORDS =
  /screen|sanction|\bmatch|\bcases?\b|monitor|fraud|radar|suspic|structuring|\bK-\d{6}|\bF-\d{6}|NK-Zq8|ringleader|confirmed the list|issfr_|evt_warn/i

interface Held {
  readonly customer: string
  readonly reference: string
  readonly payment: string
  readonly caseNumber: string
}

let world: OfficeWorld
let [ama, kofi] = [] as unknown as [TestMember, TestMember]
const members = new Map<Role, TestMember>()
const held = new Map<Kind, Held>()
const of = (kind: Kind): Held => {
  const found = held.get(kind)
  if (found === undefined) throw new Error(`Nothing is held by ${kind}`)
  return found
}
const memberOf = (role: Role): TestMember => {
  const found = members.get(role)
  if (found === undefined) throw new Error(`There is no ${role}`)
  return found
}

/** Puts a transfer on hold like the engine. */
async function holdAs(transfer: { id: string }, reason: string): Promise<void> {
  const { owner } = world.database
  await sql`update transfers set hold_reason = ${reason}, hold_owner = 'operations' where id = ${transfer.id}`.execute(
    owner,
  )
  await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, hold_reason)
    values (${transfer.id}, 'refund_failed', 'refund_failed', 'held', ${reason})`.execute(owner)
}

async function arrange(kind: Kind): Promise<Held> {
  const { owner } = world.database
  const customer = await storeUser(owner)
  await owner
    .insertInto('profiles')
    .values({ user_id: customer, name: `Mariama ${kind === 'fraud' ? 'Bah' : 'Sow'}` })
    .execute()
  await owner
    .insertInto('phone_identities')
    .values({ user_id: customer, phone_number: `+23324123450${KINDS.indexOf(kind)}`, country: 'GH' })
    .execute()
  const transfer = await storeTransfer(owner, customer, 'refund_failed')
  await sql`insert into transfer_events (transfer_id, from_state, to_state, kind)
    values (${transfer.id}, 'awaiting_payment', 'paid', 'moved')`.execute(owner)
  const opened = await inTransaction(owner, 'test.open_case', (tx) =>
    openCase(tx, {
      kind: kind === 'monitoring' ? 'monitoring' : 'screening',
      stage: kind === 'screening' ? 'hold' : 'review',
      subject: { kind: 'account', id: kind === 'monitoring' ? `${customer} structuring` : customer },
      evidence: `${ENTITY} ${SECRET} (sanction) 0.92`,
    }),
  )
  if (kind === 'screening') {
    await holdAs(transfer, 'screening_unavailable')
    await holdAs(transfer, 'screening')
  } else if (kind === 'monitoring') {
    const reason = `Alert of monitoring, see ${opened.number}`
    await ama.browser.post(`/office/api/transfers/${transfer.reference}/hold`, { reason })
  } else {
    await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, detail)
      values (${transfer.id}, 'refund_failed', 'refund_failed', 'noted', 'fraud_warning')`.execute(owner)
    await holdAs(transfer, 'fraud_suspected')
    await sql`insert into account_holds (user_id, transfer_id, cause, provider_id, opened_by, reason)
      values (${customer}, ${transfer.id}, 'fraud_warning', 'issfr_1', 'card provider', 'fraud_warning')`.execute(
      owner,
    )
    await sql`insert into provider_events (provider, event_id, type, subject)
      values ('stripe', 'evt_warn', 'radar.early_fraud_warning.created', ${transfer.payment})`.execute(owner)
    const reason = 'Three cards, looks like fraud'
    await ama.browser.post(`/office/api/customers/${customer}/hold`, { reason })
  }
  // Compliance opens a case, reads, writes and requests a release: the audit log has all of it.
  await ama.browser.post(`/office/api/customers/${customer}/case`, { reason: `${SECRET} sent it` })
  await ama.browser.get(`/office/api/cases/${opened.number}`)
  await ama.browser.post(`/office/api/cases/${opened.number}/note`, {
    reason: `${SECRET} confirmed the list`,
  })
  return { customer, reference: transfer.reference, payment: transfer.payment, caseNumber: opened.number }
}

const approvals = new Map<Kind, string>()

beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Compliance', 'compliance')
  kofi = await world.member('Kofi Compliance', 'compliance')
  for (const role of UNTOLD) members.set(role, await world.member(`One ${role}`, role))
  await insertPolicy(world.database.owner, 'release_threshold', 'release threshold', { amount: '0' })
  for (const kind of KINDS) held.set(kind, await arrange(kind))
  for (const kind of ['monitoring', 'fraud'] as const) {
    const reason = `Not the ${SECRET} of the sanctions list`
    const { body } = await ama.browser.post(`/office/api/transfers/${of(kind).reference}/release`, { reason })
    approvals.set(kind, (body['approval'] as { id: string }).id)
  }
  await sql`insert into filings (country, kind, content, period_from, period_to, known_at, due_at, drafted_by)
    values ('GH', 'weekly', '{}', '2026-11-16', '2026-11-22', '2026-11-23', '2026-11-23', 'Ama Compliance')`.execute(
    world.database.owner,
  )
})
afterAll(() => world.close())

const NOBODY = '00000000-0000-4000-8000-000000000000'
const reason = 'Looked at it'
const usd = (amount: number) => ({ amount, currency: 'USD' })
const NETWORK = { country: 'GH', network: 'mtn' }
const SPAN = { from: '2027-01-01T10:00:00.000Z', until: '2027-01-01T12:00:00.000Z' }
const customerWords = 'Back at noon, we are sorry.'

/**
 * Request bodies for the calls of these roles that their schemas allow. Other calls are refused before their body is read.
 */
const BODIES: Readonly<Partial<Record<keyof typeof officeCalls, object | ((one: Held) => object)>>> = {
  signInStaff: { response: {} },
  openInvitation: { token: 'x'.repeat(22) },
  acceptInvitation: { token: 'x'.repeat(22), name: 'Laptop', response: {} },
  addOwnPasskey: { name: 'Phone', response: {} },
  inviteStaff: { name: 'Yaw New', email: 'yaw@sesa.example', roles: ['support'], reason },
  changeRoles: { roles: ['support'], reason },
  openCommandLine: { token: 'x'.repeat(22) },
  confirmCommandLine: { token: 'x'.repeat(22), code: '000000' },
  approve: { note: reason },
  reject: { note: reason },
  withdraw: { note: reason },
  requestRepaid: { amount: usd(10_000), reason },
  requestAnswer: { paid: null, evidence: 'PP-118', reason },
  requestPrices: { list: {}, reason },
  requestWaysToPay: { ways: shippedWays(true), reason },
  requestReleaseThreshold: { amount: usd(5_000), reason },
  requestOpenCorridor: { reason },
  requestCloseCorridor: { words: customerWords, reason },
  requestAdoption: { since: '2026-11-01T00:00:00.000Z', waitMinutes: 15, reason },
  next: { kind: 'breaks' },
  take: ({ reference }) => ({ kind: 'holds', id: reference, from: null, to: 'me' }),
  search: ({ reference }) => ({ text: reference }),
  listTransfers: { text: 'is:held' },
  listCustomers: { text: 'mariama' },
  exportTransferList: { text: 'is:held' },
  exportCustomerList: { text: '' },
  saveView: { name: 'Holds', address: 'filter=is%3Aheld', role: null },
  addCustomerNote: { text: 'Called us about the transfer' },
  addTransferNote: { text: 'Called us about the transfer' },
  assignEnquiry: { to: NOBODY, from: null },
  answerEnquiry: { text: 'We are reviewing it.', after: 1, closes: false },
  saveTemplate: { topic: 'other', title: 'Hello', text: 'Hello there.' },
  prepareDailyClose: { reason, explanation: 'Nothing was asked' },
  signDailyClose: { digest: '0'.repeat(64), reason },
  setAlertLevel: { wallet: { account: 'pawapay', country: 'GH', currency: 'GHS' }, amount: 100, reason },
  releaseStopped: { reason },
  requestTreasuryEntry: {
    entry: { kind: 'adjustment', account: 'bank', amount: usd(500), as: 'capital', reference: 'Bank 1' },
    reason,
  },
  requestTierLimits: {
    ...{ tier: 2, sender: null, recipient: null, per24Hours: '300000', per30Days: '600000' },
    ...{ source: 'Our own choice', validFrom: '2027-01-01', reason },
  },
  simulatePrices: { list: {} },
  tryTierLimits: { tier: 2, sender: null, per24Hours: '300000', per30Days: '600000' },
  planRailClosing: { to: NETWORK, ...SPAN, words: customerWords, reason },
  closeRail: { to: NETWORK, words: customerWords, reason },
  requestOpenRail: { to: NETWORK, reason },
  requestRoute: { to: NETWORK, rails: ['pawapay'], reason },
  endManualPayout: { outcome: 'failed', reason },
  unlockNumber: { phone: '+231770123456', reason },
}
const QUERIES: Readonly<Record<string, string>> = {
  showResults: '?from=2026-11-01&to=2026-11-27',
  exportResults: '?from=2026-11-01&to=2026-11-27&file=results',
  listApprovals: '?limit=100',
  listAudit: '?limit=100',
}
/** These calls end their own session. */
const ENDING: readonly string[] = ['signOutStaff', 'endOwnSession', 'endOtherSessions']
const walked = { calls: 0, roles: UNTOLD.length, answered: 0, refused: 0, told: [] as string[] }

/** Returns every text of an answer: JSON values, without the names of fields. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn)
}

const CALL_NAMES = new RegExp(`\\b(${CALLS.map(([name]) => name).join('|')})\\b`, 'g')
/** Returns the revealing texts. Ignores call names, since the audit log names the calls refused to a member. */
const told = (texts: readonly string[]): string[] =>
  texts.map((text) => text.replaceAll(CALL_NAMES, '')).filter((text) => WORDS.test(text))

function pathOf(name: string, call: OfficeCall, kind: Kind): string {
  const one = of(kind)
  const isApproval = call.path.includes('/approvals/')
  const ids: Readonly<Record<string, string>> = {
    reference: one.reference,
    id: call.path.includes('/customers/')
      ? one.customer
      : isApproval
        ? (approvals.get(kind) ?? NOBODY)
        : /breaks|planned-closings|answer-templates|views/.test(call.path)
          ? '1'
          : NOBODY,
    number: call.path.includes('/cases/')
      ? one.caseNumber
      : call.path.includes('/filings/')
        ? 'F-000001'
        : '1042',
    device: NOBODY,
    page: 'transfers',
    day: '2026-11-20',
    rail: 'pawapay',
    sender: 'US',
    recipient: 'GH',
    country: 'GH',
  }
  return call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => ids[key] ?? '') + (QUERIES[name] ?? '')
}

/** Makes a call as a member, and records whatever its answer reveals. */
async function walk(
  browser: OfficeBrowser,
  role: Role,
  kind: Kind,
  [name, call]: (typeof CALLS)[number],
): Promise<void> {
  const given = BODIES[name]
  const body =
    call.method === 'GET' || call.method === 'DELETE'
      ? undefined
      : typeof given === 'function'
        ? given(of(kind))
        : (given ?? { reason })
  const isAllowed =
    call.permission === 'none' || call.permission === 'staff' || isPermitted([role], call.permission)
  walked.calls += 1
  // A refusal precedes reading the transfer, so it is the same for all of them.
  if (!isAllowed && kind !== KINDS[0]) return
  const answer = await browser.send(call.method, pathOf(name, call, kind), body)
  const what = `${name} by ${role}, ${kind}: ${answer.status} ${typeof answer.code === 'string' ? answer.code : ''}`
  // A sample that the schemas refuse would hide the call's answer.
  if (isAllowed)
    expect(['not_permitted', 'invalid_field'], `${what} ${JSON.stringify(answer.body)}`).not.toContain(
      answer.code,
    )
  else expect([answer.status, answer.code], what).toEqual([403, 'not_permitted'])
  walked[isAllowed ? 'answered' : 'refused'] += 1
  if (GENERAL.includes(name)) return
  const headers = [...answer.headers].map(([key, value]) => `${key}: ${value}`)
  for (const text of told([...textsIn(answer.body), ...headers])) walked.told.push(`${what}: ${text}`)
}

const read = async (role: Role, path: string) => (await memberOf(role).browser.get(path)).body
const transferOf = (role: Role, kind: Kind) => read(role, `/office/api/transfers/${of(kind).reference}`)

/** Returns a transfer page without the parts that differ between any two transfers. */
function neutral(kind: Kind, page: Record<string, unknown>): unknown {
  const { holdDetail, story, actions, hold, cancelReason, approvals: asked } = page
  const text = JSON.stringify({ holdDetail, story, actions, hold, cancelReason, asked })
  return JSON.parse(
    text.replaceAll(of(kind).reference, 'S-1').replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"then"'),
  )
}

describe('a transfer that awaits a compliance decision', () => {
  it('reads the same to a role without cases, whatever holds it', async () => {
    for (const role of ['support', 'finance', 'engineer'] as const) {
      const [first, ...others] = await Promise.all(
        KINDS.map(async (kind) => neutral(kind, await transferOf(role, kind))),
      )
      expect(first).toMatchObject({
        hold: 'under_review',
        holdDetail: { reason: 'under_review', owner: 'compliance', runbook: null },
        story: {
          headline: expect.stringMatching(
            /^On hold\. We’re reviewing this transfer\. .* nothing you need to do\./,
          ) as string,
          cause: 'Compliance is reviewing this transfer. Tell the customer: we’re reviewing it.',
          next: { text: 'Nothing happens by itself. Compliance decides.', at: null },
          entries: [
            { by: null, details: [] },
            { text: 'On hold, Under review', by: null, second: null, details: [] },
          ],
        },
      })
      for (const other of others) expect(other).toEqual(first)
      const { work } = (await read(role, '/office/api/inbox?kind=holds&view=others')) as { work: object[] }
      expect(work).toMatchObject(
        KINDS.map(() => ({ title: 'Under review', waitsFor: 'Compliance', owner: null })),
      )
    }
    const support = await read('support', `/office/api/customers/${of('fraud').customer}`)
    expect(support).toMatchObject({ cases: [], screening: null, linked: [] })
    expect(support['holds']).toMatchObject([
      { cause: 'under_review', openedBy: null, reference: null, reason: null, liftedAt: null },
      { cause: 'under_review', openedBy: null, reference: null, reason: null, liftedAt: null },
    ])
  })

  it('shows compliance the reason and their notes', async () => {
    const shown = async (kind: Kind) =>
      (await ama.browser.get(`/office/api/transfers/${of(kind).reference}`)).body
    expect(await shown('screening')).toMatchObject({
      hold: 'screening',
      cases: expect.arrayContaining([
        expect.objectContaining({ number: of('screening').caseNumber }),
      ]) as unknown[],
    })
    expect(await shown('monitoring')).toMatchObject({
      hold: 'staff',
      story: {
        entries: [{}, { by: 'Ama Compliance', text: expect.stringContaining('monitoring') as string }],
      },
      approvals: [{ action: 'release' }],
    })
    expect(await shown('fraud')).toMatchObject({
      hold: 'fraud_suspected',
      story: {
        cause: expect.stringContaining('The sender’s account is on hold') as string,
        entries: expect.arrayContaining([
          expect.objectContaining({
            details: [
              expect.objectContaining({
                text: expect.stringContaining('radar.early_fraud_warning') as string,
              }),
            ],
          }),
        ]) as unknown[],
      },
    })
  })

  it('is decided only by compliance, with one refusal for all other roles', async () => {
    for (const kind of KINDS) {
      const { reference } = of(kind)
      for (const [role, path, more] of [
        ['finance', 'release', {}],
        ['finance', 'refund', {}],
        ['support', 'refund', {}],
        ['finance', 'repaid', { amount: usd(10_000) }],
        ['finance', 'answer', { paid: null, evidence: 'PP-118' }],
      ] as const) {
        const answer = await memberOf(role).browser.post(`/office/api/transfers/${reference}/${path}`, {
          reason,
          ...more,
        })
        expect([kind, path, answer.status, answer.code]).toEqual([kind, path, 409, 'action_refused'])
        const { message } = answer.body['error'] as { message: string }
        expect(message).toBe(`${reference} is under review by compliance.`)
      }
      const again = await memberOf('support').browser.post(`/office/api/transfers/${reference}/hold`, {
        reason,
      })
      expect((again.body['error'] as { message: string }).message).toBe(`${reference} is already on hold.`)
    }
  })

  it('is shown on hold only to compliance: an administrator does not see a request to release it', async () => {
    const [id = ''] = [approvals.get('fraud')]
    const { browser } = world.administrator
    for (const path of [id, `${id}/in-force`])
      expect((await browser.get(`/office/api/approvals/${path}`)).status).toBe(404)
    expect((await browser.post(`/office/api/approvals/${id}/approve`, { note: reason })).code).toBe(
      'not_found',
    )
    expect((await kofi.browser.get(`/office/api/approvals/${id}`)).body).toMatchObject({ mayDecide: true })
  })
})

describe.each(UNTOLD)('every call of the office by %s', (role) => {
  it.each(KINDS)('tells nothing about a transfer that %s holds', async (kind) => {
    const { browser } = memberOf(role)
    for (const one of CALLS) {
      const isEnding = ENDING.includes(one[0])
      await walk(isEnding ? await world.signInAgain(memberOf(role)) : browser, role, kind, one)
      if (isEnding) Object.assign(browser, { cookie: (await world.signInAgain(memberOf(role))).cookie })
    }
    expect(walked.told).toEqual([])
  })
})

it('stays undisclosed after compliance has decided', async () => {
  for (const kind of ['monitoring', 'fraud'] as const) {
    const id = approvals.get(kind) ?? ''
    const { status } = await kofi.browser.post(`/office/api/approvals/${id}/approve`, {
      note: `Not the ${SECRET}`,
    })
    // Support has cancelled it meanwhile, so the request is outdated.
    expect([200, 409]).toContain(status)
    await ama.browser.post(`/office/api/customers/${of(kind).customer}/lift-hold`, { reason: 'No fraud' })
  }
  // As the engine and compliance leave them: each is released with its own words.
  const ends = {
    screening: [null, 'screening decided'],
    monitoring: ['Ama Compliance', `Not the ${SECRET}`],
    fraud: [null, 'account hold lifted'],
  } as const
  for (const kind of KINDS) {
    const { owner } = world.database
    const { reference } = of(kind)
    await sql`update transfers set hold_reason = null, hold_owner = null where reference = ${reference}`.execute(
      owner,
    )
    await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, staff, detail)
      select id, state, state, 'released', ${ends[kind][0]}, ${ends[kind][1]} from transfers where reference = ${reference}`.execute(
      owner,
    )
  }
  for (const role of UNTOLD)
    for (const kind of KINDS)
      for (const one of CALLS)
        if (one[1].method === 'GET' || one[0] === 'search')
          await walk(memberOf(role).browser, role, kind, one)
  expect(walked.told).toEqual([])
  const { story } = (await transferOf('support', 'screening')) as unknown as Pick<TransferPage, 'story'>
  expect(story.entries.at(-1)).toMatchObject({ text: 'Hold released', by: null, second: null })
})

it('covered every call', () => {
  expect(walked.calls).toBeGreaterThanOrEqual(CALLS.length * UNTOLD.length * KINDS.length)
  expect(walked.answered).toBeGreaterThan(500)
  console.info(
    `calls × roles × kinds: ${CALLS.length} × ${UNTOLD.length} × ${KINDS.length}, ${walked.calls} made ` +
      `(${walked.answered} answered, ${walked.refused} refused as not permitted), ${walked.told.length} told`,
  )
})
