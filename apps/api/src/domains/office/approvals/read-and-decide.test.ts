import {
  APPROVAL_ACTIONS,
  isReplacing,
  PERMISSIONS,
  ROLES,
  type Approval,
  type ApprovalAction,
  type Role,
} from '@sesa/contract/office'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { SHIPPED_RULES } from '../../risk/index.ts'

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i
const EVERYBODY = [...ROLES]

/** The roles that read each kind: those that read the same data elsewhere, and those that may decide. */
const READERS: Readonly<Record<ApprovalAction, readonly Role[]>> = {
  refund: EVERYBODY,
  repaid: EVERYBODY,
  release: EVERYBODY,
  set_release_threshold: EVERYBODY,
  open_corridor: EVERYBODY,
  close_corridor: EVERYBODY,
  open_rail: EVERYBODY,
  route_network: EVERYBODY,
  set_prices: ['finance', 'administrator'],
  book_treasury_entry: ['finance', 'administrator'],
  adopt: ['finance', 'engineer', 'administrator'],
  correct_name: ['support', 'compliance'],
  erase_account: ['support', 'compliance', 'administrator'],
  set_tier_limits: ['compliance', 'finance', 'administrator'],
  review_identity: ['compliance', 'administrator'],
  set_tier: ['compliance', 'administrator'],
  set_monitoring_rules: ['compliance', 'administrator'],
  set_fraud_rules: ['compliance', 'administrator'],
  set_report_profile: ['compliance', 'administrator'],
  invite_member: ['compliance', 'administrator'],
  invite_member_again: ['compliance', 'administrator'],
  change_roles: ['compliance', 'administrator'],
}

interface Asked {
  readonly entity: string
  readonly payload?: object
  /** What a second person reads, at least. */
  readonly label: string | RegExp
  /** In minor units, where money moves. */
  readonly amount?: number
  readonly change?: { readonly label: string; readonly from: string; readonly to: string }
}

let world: OfficeWorld
const members = new Map<Role, TestMember>()
const of = (role: Role): TestMember => {
  const found = members.get(role)
  if (found === undefined) throw new Error(`There is no ${role}`)
  return found
}
const asked = new Map<ApprovalAction, Asked & { readonly id: string }>()
/** The requests in the list of each role. */
const listed = new Map<Role, ReadonlySet<string>>()

async function samples(): Promise<Record<ApprovalAction, Asked>> {
  const { owner } = world.database
  const customer = await storeUser(owner)
  await owner.insertInto('profiles').values({ user_id: customer, name: 'Mariama Bah' }).execute()
  await owner
    .insertInto('phone_identities')
    .values({ user_id: customer, phone_number: '+233241234567', country: 'GH' })
    .execute()
  const transfer = async () => {
    const { reference } = await storeTransfer(owner, customer, 'paid')
    await sql`update transfers set hold_reason = 'refund_failed', hold_owner = 'operations' where reference = ${reference}`.execute(
      owner,
    )
    return reference
  }
  const { rows } = await sql<{ id: string }>`insert into identity_checks
    (user_id, provider, country, state, reason, name, document_type, document_country)
    values (${customer}, 'smile-id', 'GH', 'needs_review', 'unknown', 'Mariama Bah', 'passport', 'GH')
    returning id`.execute(owner)
  await sql`update network_rails set off_reason = 'The carrier is down'
    where rail = 'pawapay' and country = 'GH' and network = 'mtn'`.execute(owner)
  const other = await world.member('Yaa Engineer', 'engineer')
  const money = (amount: number, currency = 'USD') => ({ amount, currency })
  const [refund, repaid, release] = [await transfer(), await transfer(), await transfer()]
  const owed = 'We owe the customer'
  return {
    refund: {
      entity: refund,
      label: refund,
      amount: 0,
      change: { label: owed, from: 'USD 0.00', to: 'Nothing: it goes back to the card' },
    },
    repaid: {
      entity: repaid,
      payload: { amount: 'USD 1,100.00' },
      label: repaid,
      amount: 110_000,
      change: { label: owed, from: 'USD 0.00', to: '-USD 1,100.00' },
    },
    release: {
      entity: release,
      label: release,
      amount: 10_000,
      change: { label: 'Hold', from: 'Refund failed', to: 'None: the transfer goes on' },
    },
    set_prices: { entity: 'prices', payload: { list: { corridors: [] } }, label: 'Price list' },
    set_release_threshold: {
      entity: 'release threshold',
      payload: { amount: '75000' },
      label: /release/,
      amount: 75_000,
      change: { label: 'Threshold', from: 'USD 1,000.00', to: 'USD 750.00' },
    },
    open_corridor: {
      entity: 'US/GH',
      label: 'United States to Ghana',
      change: { label: 'Corridor', from: 'Closed', to: 'Open' },
    },
    close_corridor: {
      entity: 'US/LR',
      payload: { words: 'Back at noon, we are sorry.' },
      label: 'United States to Liberia',
      change: { label: 'Corridor', from: 'Closed', to: 'Closed' },
    },
    adopt: {
      entity: 'lost transfers',
      payload: { since: '2026-11-01T00:00:00.000Z', waitMinutes: 15 },
      label: /restore/,
    },
    correct_name: {
      entity: customer,
      payload: { correction: rows[0]?.id },
      label: 'M•••••• B••',
    },
    erase_account: {
      entity: customer,
      label: 'M•••••• B••',
      change: { label: 'Account', from: 'Open', to: 'Erased' },
    },
    review_identity: {
      entity: rows[0]?.id ?? '',
      payload: { verdict: 'verify' },
      label: 'M•••••• B••',
      change: { label: 'Identity check', from: 'Needs review', to: 'Verified' },
    },
    set_tier: {
      entity: customer,
      payload: { tier: 2, until: null },
      label: 'M•••••• B••',
      change: { label: 'Tier', from: 'Tier 1', to: 'Tier 2' },
    },
    set_monitoring_rules: {
      entity: 'monitoring rules',
      payload: { rules: [], mode: 'shadow' },
      label: 'Rules of monitoring',
    },
    set_fraud_rules: {
      entity: 'fraud rules',
      payload: { rules: SHIPPED_RULES.rules },
      label: 'Rules of fraud',
    },
    set_report_profile: {
      entity: 'GH',
      payload: { validFrom: '2027-01-01', profile: {} },
      label: 'What the authority of Ghana asks for',
    },
    book_treasury_entry: {
      entity: 'pawapay Bank 77',
      payload: {
        ...{ kind: 'top_up', account: 'pawapay', reference: 'Bank 77' },
        ...{ arrived: money(5_000_000, 'GHS'), paid: money(450_000) },
      },
      label: 'Top up, pawapay, Bank 77',
      amount: 5_000_000,
    },
    set_tier_limits: {
      entity: 'tier 2, US to any',
      payload: {
        ...{ tier: 2, sender: 'US', recipient: null, per24Hours: '300000', per30Days: '600000' },
        ...{ source: 'Our own choice', validFrom: '2027-01-01' },
      },
      label: 'Limits of tier 2, US to any',
      amount: 300_000,
    },
    open_rail: {
      entity: 'pawapay GH/mtn',
      label: 'pawapay, MTN MoMo, Ghana',
      change: { label: 'MTN MoMo, Ghana', from: 'Closed', to: 'Open' },
    },
    route_network: { entity: 'GH/mtn', payload: { rails: ['mtn-momo-gh'] }, label: /Ghana$/ },
    invite_member: {
      entity: 'yaw@sesa.example',
      payload: { name: 'Yaw New', email: 'yaw@sesa.example', roles: ['support'] },
      label: 'Yaw New, yaw@sesa.example',
      change: { label: 'Roles', from: 'None', to: 'support' },
    },
    invite_member_again: { entity: other.id, label: /^Yaa Engineer, / },
    change_roles: {
      entity: other.id,
      payload: { roles: ['support', 'engineer'] },
      label: /^Yaa Engineer, /,
      change: { label: 'Roles', from: 'engineer', to: 'support, engineer' },
    },
  }
}

beforeAll(async () => {
  world = await startOfficeWorld()
  for (const role of ROLES) members.set(role, await world.member(`One ${role}`, role))
  // The maker is another member than the readers, so that no reader sees a request as their own.
  for (const [action, one] of Object.entries(await samples()) as [ApprovalAction, Asked][]) {
    const permission = permissionOf(action)
    const [role] = PERMISSIONS[permission].roles
    if (role === undefined) throw new Error(`Nobody asks for ${action}`)
    const maker = await makerOf(role)
    const text = JSON.stringify(one.payload ?? {})
    const { rows } = await sql<{ id: string }>`
      insert into approvals (action, permission, entity, entity_version, payload, payload_hash, reason, maker, expires_at)
      values (${action}, ${permission}, ${one.entity}, '1', ${text}, ${createHash('sha256').update(text).digest()},
        'Agreed in a meeting', ${maker.id}, now() + interval '1 hour') returning id`.execute(
      world.database.owner,
    )
    asked.set(action, { ...one, id: rows[0]?.id ?? '' })
  }
  for (const role of ROLES) {
    const { body } = await of(role).browser.get('/office/api/approvals?limit=100')
    listed.set(role, new Set((body['approvals'] as Approval[]).map(({ id }) => id)))
  }
})
afterAll(() => world.close())

const makers = new Map<Role, TestMember>()
async function makerOf(role: Role): Promise<TestMember> {
  const maker = makers.get(role) ?? (await world.member(`Asking ${role}`, role))
  makers.set(role, maker)
  return maker
}

function permissionOf(action: ApprovalAction): Approval['permission'] {
  const PERMISSION: Readonly<Record<ApprovalAction, Approval['permission']>> = {
    ...{ refund: 'refunds.request', repaid: 'payouts.request', release: 'holds.release' },
    ...{
      set_prices: 'prices.change',
      set_release_threshold: 'limits.change',
      set_tier_limits: 'limits.change',
    },
    ...{ open_corridor: 'corridors.change', close_corridor: 'corridors.change', adopt: 'adoption.request' },
    ...{
      correct_name: 'names.correct',
      erase_account: 'erasure.request',
      review_identity: 'identity.review',
      set_tier: 'identity.review',
    },
    ...{ set_monitoring_rules: 'monitoring.change', set_fraud_rules: 'fraud.manage' },
    ...{ set_report_profile: 'reports.change', book_treasury_entry: 'treasury.manage' },
    ...{ open_rail: 'rails.manage', route_network: 'rails.manage', invite_member: 'staff.manage' },
    ...{ invite_member_again: 'staff.manage', change_roles: 'staff.manage' },
  }
  return PERMISSION[action]
}

const textsIn = ({ about }: Approval): string[] => [
  about.label,
  about.state,
  ...about.facts.map(({ label, value }) => `${label}: ${value}`),
  ...about.changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
]

let [read, hidden] = [0, 0]

describe.each(APPROVAL_ACTIONS)('a request to %s', (action) => {
  it('is read by who reads elsewhere what it says, by who decides it, and by no other role', async () => {
    const { id } = asked.get(action) ?? { id: '' }
    for (const role of ROLES) {
      const { browser } = of(role)
      const may = READERS[action].includes(role)
      expect([role, listed.get(role)?.has(id)]).toEqual([role, may])
      const one = await browser.get(`/office/api/approvals/${id}`)
      const values = await browser.get(`/office/api/approvals/${id}/in-force`)
      expect([role, one.status, values.status]).toEqual(may ? [role, 200, 200] : [role, 404, 404])
      if (!may) {
        const decided = await browser.post(`/office/api/approvals/${id}/withdraw`, { note: 'Not mine' })
        expect([role, decided.status]).toEqual([role, 404])
      }
      if (may) read += 1
      else hidden += 1
    }
  })

  it('can be approved by reading it: what it is about, its state now, the amount and what changes', async () => {
    const sample = asked.get(action)
    if (sample === undefined) throw new Error(`Nothing asks for ${action}`)
    const by = PERMISSIONS[permissionOf(action)].roles[0] ?? 'administrator'
    const { body } = await of(READERS[action].includes(by) ? by : 'administrator').browser.get(
      `/office/api/approvals/${sample.id}`,
    )
    const approval = body as unknown as Approval
    const { label, amount, changes, state } = approval.about
    expect(label).toEqual(
      typeof sample.label === 'string' ? sample.label : (expect.stringMatching(sample.label) as string),
    )
    expect(state).not.toBe('')
    expect(amount?.amount ?? null).toBe(sample.amount ?? null)
    if (sample.change) expect(changes).toContainEqual(sample.change)
    const explained = changes.length > 0 || isReplacing(action) || approval.about.facts.length > 0
    expect([action, explained]).toEqual([action, true])
    for (const text of textsIn(approval)) expect(text).not.toMatch(UUID)
  })
})

it('names no customer to a role that reads none', async () => {
  for (const action of ['erase_account', 'review_identity', 'set_tier'] as const) {
    const { body } = await of('administrator').browser.get(
      `/office/api/approvals/${asked.get(action)?.id ?? ''}`,
    )
    const approval = body as unknown as Approval
    expect(approval.about.label).toMatch(/^A customer in Ghana since \d{4}-\d\d-\d\d$/)
    expect(textsIn(approval).join()).not.toContain('•')
  }
})

it('walked every kind and role', () => {
  expect(read + hidden).toBe(APPROVAL_ACTIONS.length * ROLES.length)
  console.info(
    `kinds × roles: ${APPROVAL_ACTIONS.length} × ${ROLES.length}, ${read} read, ${hidden} not there`,
  )
})
