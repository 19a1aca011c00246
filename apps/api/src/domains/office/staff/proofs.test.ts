import { officeCalls, PROOF_HEADER, type OfficeCall } from '@sesa/contract/office'
import { Authenticator } from '@sesa/test-kit/authenticator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  OfficeBrowser,
  optionsIn,
  proofOf,
  startOfficeWorld,
  type OfficeAnswer,
  type OfficeWorld,
  type TestMember,
} from '../../../testing/office-world.ts'

let world: OfficeWorld
/** Two members for each call: the caller, and another of the same roles. */
const pairs = new Map<string, readonly [TestMember, TestMember]>()
let tried = 0
/** A member whose sessions end often. */
let ended: TestMember
beforeAll(async () => {
  world = await startOfficeWorld()
  ended = await world.member('Adjoa Ended', 'administrator')
  for (const role of ['compliance', 'finance', 'administrator', 'engineer'] as const)
    pairs.set(role, [await world.member(`One ${role}`, role), await world.member(`Two ${role}`, role)])
})
afterAll(() => world.close())

type Kind = 'changes nothing' | 'only asks' | 'ends access' | 'no session' | 'one account' | 'one record'
/** Reasons for which a changing call needs no proof. */
const WITHOUT: Readonly<Record<Kind, readonly string[]>> = {
  'changes nothing': [
    'search',
    ...['listTransfers', 'listCustomers', 'exportTransferList', 'exportCustomerList'],
    'simulatePrices',
    'tryTierLimits',
    'tryMonitoringRules',
    'replayFraudRules',
    'openCommandLine',
    'readTravelRule',
  ],
  // The second person proves.
  'only asks': [
    ...[
      'requestPrices',
      'requestWaysToPay',
      'requestReleaseThreshold',
      'requestOpenCorridor',
      'requestCloseCorridor',
      'requestAdoption',
      'requestErasure',
    ],
    ...[
      'requestReportProfile',
      'requestIdentityReview',
      'requestTier',
      'requestTierLimits',
      'requestErasureOf',
    ],
    ...[
      'requestOpenRail',
      'requestRoute',
      'requestMonitoringRules',
      'requestNameCorrection',
      'requestFraudRules',
      'requestTreasuryEntry',
    ],
    ...['proposeCase', 'prepareDailyClose', 'draftFiling', 'editFiling', 'withdraw', 'addReportSchema'],
  ],
  'ends access': ['signOutStaff', 'endOwnSession', 'endOtherSessions', 'signOutEveryone'],
  // A passkey or a link is the proof; a registration begins with one.
  'no session': ['challengeStaff', 'signInStaff', 'openInvitation', 'acceptInvitation', 'addOwnPasskey'],
  'one account': [
    ...['lockAccount', 'unlockAccount', 'signOutAccount', 'signOutDevice', 'holdAccount', 'liftAccountHolds'],
    ...['revealCustomer', 'revealRecipient', 'revealIdentityCheck', 'unlockNumber'],
  ],
  // Daily work: stops money, writes records, or continues work that only waited for money.
  'one record': [
    ...['holdTransfer', 'cancelTransfer', 'closeRail', 'planRailClosing', 'cancelPlannedClosing'],
    ...['setAlertLevel', 'releaseStopped', 'explainBreak', 'takeCase', 'setCaseDeadline'],
    ...['openCase', 'noteCase', 'waitCase', 'next', 'take', 'saveView', 'removeView'],
    ...['assignEnquiry', 'answerEnquiry', 'saveTemplate', 'retireTemplate'],
    ...['addCustomerNote', 'addTransferNote', 'acknowledgeFiling', 'withdrawFiling'],
    'checkFiling',
    ...['openPrivacyRequest', 'sendPrivacyRequest', 'refusePrivacyRequest'],
  ],
}

const CALLS: readonly (readonly [string, OfficeCall])[] = Object.entries(officeCalls)
const CHANGING = CALLS.filter(([, { method }]) => method !== 'GET')
const PROVEN = CHANGING.filter(([, { proof }]) => proof !== undefined)

const NOBODY = '00000000-0000-4000-8000-000000000000'
const reason = 'Looked at it'
interface Sample {
  readonly role: 'compliance' | 'finance' | 'administrator' | 'engineer'
  readonly params?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}
const TRANSFER = { reference: 'S-00000000' }
/** A request of each call that its schemas allow, about records that do not exist. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  approve: { role: 'compliance', body: { note: reason } },
  reject: { role: 'compliance', body: { note: reason } },
  confirmCase: {
    role: 'compliance',
    params: { number: 'K-999999' },
    body: { reason, version: '0'.repeat(64) },
  },
  refuseCase: { role: 'compliance', params: { number: 'K-999999' }, body: { reason } },
  signDailyClose: {
    role: 'finance',
    params: { day: '2026-01-31' },
    body: { digest: '0'.repeat(64), reason },
  },
  approveFiling: {
    ...{ role: 'compliance', params: { number: 'F-999999' } },
    body: { version: '0'.repeat(64), reason },
  },
  exportFiling: { role: 'compliance', params: { number: 'F-999999' }, body: { reason } },
  exportPersonalData: { role: 'compliance', params: { number: 'P-999999' }, body: { reason } },
  endManualPayout: { role: 'engineer', params: TRANSFER, body: { outcome: 'paid', reason } },
  requestRefund: { role: 'finance', params: TRANSFER, body: { reason } },
  requestRepaid: {
    role: 'finance',
    params: TRANSFER,
    body: { amount: { amount: 5, currency: 'USD' }, reason },
  },
  requestAnswer: { role: 'finance', params: TRANSFER, body: { paid: null, evidence: 'PP-118', reason } },
  releaseHold: { role: 'compliance', params: TRANSFER, body: { reason } },
  startOwnPasskey: { role: 'finance' },
  removeOwnPasskey: { role: 'finance', params: { id: NOBODY } },
  confirmCommandLine: { role: 'finance', body: { token: 'x'.repeat(22), code: '000000' } },
  inviteStaff: {
    role: 'administrator',
    body: { name: 'Yaw New', email: 'yaw@sesa.example', roles: ['support'], reason },
  },
  inviteAgain: { role: 'administrator', params: { id: NOBODY }, body: { reason } },
  changeRoles: { role: 'administrator', params: { id: NOBODY }, body: { roles: ['support'], reason } },
  endStaff: { role: 'administrator', params: { id: NOBODY }, body: { reason } },
}

interface Request {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** Makes a request that needs two people, and returns its id. */
async function pendingApproval(): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into users default values returning id`.execute(
    world.database.owner,
  )
  const [, maker] = pairs.get('compliance') ?? []
  const asked = await maker?.browser.post(`/office/api/customers/${rows[0]?.id}/erasure`, { reason })
  return ((asked?.body['approval'] ?? {}) as { id: string }).id
}

async function requestOf(name: string, call: OfficeCall): Promise<Request> {
  const { params = {}, body } = SAMPLES[name] ?? { role: 'finance' }
  const ids = call.proof === 'approval' ? { id: await pendingApproval() } : params
  return {
    method: call.method,
    path: call.path.replace(/\{(\w+)\}/g, (_, key: string) => (ids as Record<string, string>)[key] ?? ''),
    ...(body && { body }),
  }
}

const bare = ({ browser }: TestMember): OfficeBrowser =>
  Object.assign(new OfficeBrowser(world.base), { cookie: browser.cookie })
const send = async (
  by: TestMember,
  { method, path, body }: Request,
  proof?: string,
): Promise<OfficeAnswer> => {
  tried += 1
  return bare(by).send(method, path, body, proof === undefined ? {} : { [PROOF_HEADER]: proof })
}
/** Makes a call without a proof, and returns the options for the passkey. */
async function optionsFor(by: TestMember, request: Request): Promise<{ challenge: string }> {
  const options = optionsIn(await send(by, request))
  if (options === undefined) throw new Error(`${request.path} asked for no proof`)
  return options
}

describe('the calls of the office', () => {
  it('declare whether they need a proof, if they change something', () => {
    const without = Object.values(WITHOUT).flat()
    expect([...PROVEN.map(([name]) => name), ...without].toSorted()).toEqual(
      CHANGING.map(([name]) => name).toSorted(),
    )
    expect(Object.keys(SAMPLES).toSorted()).toEqual(PROVEN.map(([name]) => name).toSorted())
    expect(CALLS.filter(([, { method, proof }]) => method === 'GET' && proof !== undefined)).toEqual([])
  })

  it.each(CHANGING.filter(([, { proof }]) => proof === undefined))(
    '%s asks for no passkey',
    async (_name, call) => {
      // Uses a separate session, since some of these calls end sessions.
      const browser = await world.signInAgain(ended)
      const answer = await browser.sendOnce(call.method, call.path.replace(/\{\w+\}/g, NOBODY), {})
      expect(answer.code).not.toBe('step_up_required')
    },
  )
})

describe.each(PROVEN)('%s', (name, call) => {
  const asked = { status: 403, code: 'step_up_required' }
  const people = (): readonly [TestMember, TestMember] => {
    const pair = pairs.get(SAMPLES[name]?.role ?? '')
    if (pair === undefined) throw new Error(`${name} has no member`)
    return pair
  }

  it('is refused without a proof, and with an invalid one', async () => {
    const [member] = people()
    const request = await requestOf(name, call)
    expect(await send(member, request)).toMatchObject(asked)
    expect(await send(member, request, 'e30')).toMatchObject({ code: 'passkey_refused' })
    expect(await send(member, request, '%%%')).toMatchObject(asked)
    const { challenge } = await optionsFor(member, request)
    const unlocked = member.device.get({ challenge }, { unverified: true })
    expect(await send(member, request, proofOf(unlocked))).toMatchObject({ code: 'passkey_refused' })
  })

  it('is refused with the answer to another call, to another request, and from another member', async () => {
    const [member, other] = people()
    const request = await requestOf(name, call)
    const elsewhere = { method: 'POST', path: '/office/api/command-line/confirm' }
    const calls: readonly Request[] = [
      name === 'confirmCommandLine'
        ? { method: 'POST', path: '/office/api/passkeys/registration' }
        : { ...elsewhere, body: { token: 'y'.repeat(22), code: '111111' } },
      ...(name === 'startOwnPasskey' ? [] : [differing(await requestOf(name, call))]),
    ]
    for (const one of calls) {
      const proof = proofOf(member.device.get(await optionsFor(member, one)))
      expect(await send(member, request, proof)).toMatchObject(asked)
    }
    const theirs = proofOf(other.device.get(await optionsFor(other, request)))
    expect(await send(member, request, theirs)).toMatchObject(asked)
    const byThem = proofOf(other.device.get(await optionsFor(member, request)))
    expect(await send(member, request, byThem)).toMatchObject({ code: 'passkey_refused' })
  })

  it('is refused with an answer older than five minutes', async () => {
    const [member] = people()
    const request = await requestOf(name, call)
    const proof = proofOf(member.device.get(await optionsFor(member, request)))
    await sql`update staff_proofs set expires_at = now() where answered_at is null`.execute(
      world.database.owner,
    )
    expect(await send(member, request, proof)).toMatchObject(asked)
  })

  it('succeeds once with the answer to this request', async () => {
    const [member] = people()
    const request = await requestOf(name, call)
    const proof = proofOf(member.device.get(await optionsFor(member, request)))
    const done = await send(member, request, proof)
    expect(done.status).toBeLessThan(500)
    expect(['step_up_required', 'passkey_refused', 'not_permitted', 'invalid_field']).not.toContain(done.code)
    expect(await send(member, request, proof)).toMatchObject(asked)
  })
})

/** Returns the same request with another word or another subject. */
function differing({ method, path, body }: Request): Request {
  const said = body as Readonly<Record<string, unknown>> | undefined
  const word = ['reason', 'note', 'code'].find((key) => said?.[key] !== undefined)
  if (word === undefined) return { method, path: path.replace(NOBODY, NOBODY.replace('8000', '9000')) }
  return { method, path, body: { ...said, [word]: word === 'code' ? '111111' : 'Looked again' } }
}

describe('a stolen session', () => {
  it('adds no passkey, removes none, and leaves the owner their way in', async () => {
    const owner = await world.member('Cid Compliance', 'compliance')
    const thief = bare(owner)
    const [own] = (await thief.get('/office/api/passkeys')).body['passkeys'] as { id: string }[]
    const began = await thief.post('/office/api/passkeys/registration')
    expect(began.code).toBe('step_up_required')
    const device = new Authenticator(world.base)
    const options = { challenge: optionsIn(began)?.challenge ?? '', user: { id: owner.id } }
    const added = await thief.post('/office/api/passkeys', { name: 'Mine', response: device.create(options) })
    expect(added.code).toBe('passkey_refused')
    expect((await thief.send('DELETE', `/office/api/passkeys/${own?.id}`)).code).toBe('step_up_required')
    const back = await world.signInAgain(owner)
    expect((await back.get('/office/api/passkeys')).body['passkeys']).toHaveLength(1)

    // The owner sees the thief's session, and ends it.
    const { sessions } = (await back.get('/office/api/sessions')).body as { sessions: { isThis: boolean }[] }
    expect(sessions.map(({ isThis }) => isThis)).toEqual([true, false])
    expect((await back.post('/office/api/sessions/end-others')).status).toBe(204)
    expect((await thief.get('/office/api/me')).status).toBe(401)
    expect((await back.get('/office/api/me')).status).toBe(200)
  })

  it('is one of the member’s own, so that nobody ends or sees another’s', async () => {
    const [one, two] = [await world.member('Sena One', 'support'), await world.member('Sena Two', 'support')]
    const list = async ({ browser }: TestMember) =>
      (await browser.get('/office/api/sessions')).body['sessions'] as { id: string }[]
    const [own] = await list(one)
    expect(await list(two)).not.toContainEqual(expect.objectContaining({ id: own?.id }))
    expect((await two.browser.send('DELETE', `/office/api/sessions/${own?.id}`)).code).toBe('not_found')
    expect((await one.browser.send('DELETE', `/office/api/sessions/${own?.id}`)).status).toBe(204)
    expect((await one.browser.get('/office/api/me')).status).toBe(401)
  })

  it('adds a passkey for its owner, who proves it with an existing one, once per proof', async () => {
    const owner = await world.member('Ekow Owner', 'support')
    const options = (await owner.browser.post('/office/api/passkeys/registration')).body['options'] as {
      challenge: string
      user: { id: string }
    }
    const device = new Authenticator(world.base)
    const answer = { name: 'Phone', response: device.create(options) }
    expect((await owner.browser.post('/office/api/passkeys', answer)).status).toBe(201)
    expect((await owner.browser.post('/office/api/passkeys', answer)).code).toBe('passkey_refused')
    const passkeys = (await owner.browser.get('/office/api/passkeys')).body['passkeys'] as { id: string }[]
    expect(passkeys).toHaveLength(2)
    expect((await owner.browser.send('DELETE', `/office/api/passkeys/${passkeys[0]?.id}`)).status).toBe(204)
    expect(await world.signInAgain({ ...owner, device })).toBeDefined()
  })
})

it('tried every proof in every way', () => {
  expect(PROVEN).toHaveLength(20)
  expect(CHANGING.length - PROVEN.length).toBe(Object.values(WITHOUT).flat().length)
  expect(tried).toBeGreaterThan(PROVEN.length * 15)
})
