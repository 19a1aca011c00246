import {
  APPROVAL_ACTIONS,
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
import type { Made } from '../../../testing/orders/row.ts'
import { orderRows } from '../../../testing/orders/table.ts'
import { createParts } from '../../../testing/two-people-parts.ts'

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i

let world: OfficeWorld
const members = new Map<Role, TestMember>()
const of = (role: Role): TestMember => {
  const found = members.get(role)
  if (found === undefined) throw new Error(`There is no ${role}`)
  return found
}
const ROWS = orderRows(createParts(() => world))
const asked = new Map<ApprovalAction, Made & { readonly id: string }>()
/** The requests listed for each role. */
const listed = new Map<Role, ReadonlySet<string>>()

beforeAll(async () => {
  world = await startOfficeWorld()
  for (const role of ROLES) members.set(role, await world.member(`One ${role}`, role))
  // The maker is not one of the readers, so that no reader sees a request as their own.
  for (const action of APPROVAL_ACTIONS) {
    const { permission, make } = ROWS[action]
    const [role] = PERMISSIONS[permission].roles
    if (role === undefined) throw new Error(`Nobody asks for ${action}`)
    const maker = await makerOf(role)
    const made = await make()
    const { rows } = await sql<{ id: string }>`
      insert into approvals (action, permission, entity, entity_version, payload, payload_hash, reason, maker, expires_at)
      values (${action}, ${permission}, ${made.entity}, '1', ${made.payload},
        ${createHash('sha256').update(made.payload).digest()}, 'Agreed in a meeting', ${maker.id},
        now() + interval '1 hour') returning id`.execute(world.database.owner)
    asked.set(action, { ...made, id: rows[0]?.id ?? '' })
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

const textsIn = ({ about }: Approval): string[] => [
  about.effect,
  about.label,
  about.state,
  ...about.facts.map(({ label, value }) => `${label}: ${value}`),
  ...about.changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
]

/** The sentences that name money or a person. */
const effectOf: Readonly<Partial<Record<ApprovalAction, RegExp>>> = {
  refund:
    /^Refund ([A-Z]{3} [\d,.]+) to (the charged card|\w+ ••••\s\d{4}); afterwards we owe [A-Z]{3} 0\.00\.$/u,
  repaid: /^Book [A-Z]{3} [\d,.]+ as repaid instead of a refund; afterwards we owe -?[A-Z]{3} [\d,.]+\.$/u,
  answer: /^Record that the customer paid [A-Z]{3} [\d,.]+, as the network confirmed under PP-2026-118; /u,
  release: /^Release the hold; the transfer goes on, and [A-Z]{3} [\d,.]+ goes to /u,
  set_release_threshold: /^Releases below USD [\d,.]+ need one person, instead of below USD [\d,.]+\.$/u,
  book_treasury_entry: /^Book that [A-Z]{3} [\d,.]+ left our bank and [A-Z]{3} [\d,.]+ arrives at /u,
}

let [read, hidden] = [0, 0]

describe.each(APPROVAL_ACTIONS)('a request to %s', (action) => {
  it('is readable only by roles that can read its content elsewhere or decide it', async () => {
    const { id } = asked.get(action) ?? { id: '' }
    for (const role of ROLES) {
      const { browser } = of(role)
      const may = ROWS[action].readers.includes(role)
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

  it('shows everything needed to approve it: subject, current state, amount and changes', async () => {
    const made = asked.get(action)
    if (made === undefined) throw new Error(`Nothing asks for ${action}`)
    const { permission, readers, shows } = ROWS[action]
    const by = PERMISSIONS[permission].roles[0] ?? 'administrator'
    const { body } = await of(readers.includes(by) ? by : 'administrator').browser.get(
      `/office/api/approvals/${made.id}`,
    )
    const shown = shows(made)
    const approval = body as unknown as Approval
    const { effect, label, amount, changes, state } = approval.about
    expect(effect).toMatch(/^[A-Z].*\.$/u)
    if (effectOf[action]) expect(effect).toMatch(effectOf[action])
    expect(label).toEqual(
      typeof shown.label === 'string' ? shown.label : (expect.stringMatching(shown.label) as string),
    )
    expect(state).not.toBe('')
    expect(amount?.amount ?? null).toBe(shown.amount ?? null)
    if (shown.change) expect(changes).toContainEqual(shown.change)
    const explained = changes.length > 0 || approval.replaces || approval.about.facts.length > 0
    expect([action, explained]).toEqual([action, true])
    for (const text of textsIn(approval)) expect(text).not.toMatch(UUID)
  })
})

it('names no customer to a role that cannot read customers', async () => {
  for (const action of ['erase_account', 'review_identity', 'set_tier'] as const) {
    const { body } = await of('administrator').browser.get(
      `/office/api/approvals/${asked.get(action)?.id ?? ''}`,
    )
    const approval = body as unknown as Approval
    expect(approval.about.label).toMatch(/^A customer in Liberia since \d{4}-\d\d-\d\d$/)
    expect(textsIn(approval).join()).not.toContain('•')
  }
})

it('covered every kind and role', () => {
  expect(read + hidden).toBe(APPROVAL_ACTIONS.length * ROLES.length)
  console.info(
    `kinds × roles: ${APPROVAL_ACTIONS.length} × ${ROLES.length}, ${read} read, ${hidden} not there`,
  )
})
