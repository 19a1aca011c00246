import type { Role } from '@sesa/contract/office'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld } from '../testing/office-world.ts'
import { storeTransfer, storeUser } from '../testing/stored-transfer.ts'
import { openTerminal, signInAt, type Terminal } from './testing/terminal.ts'

let world: OfficeWorld
let customer: string
beforeAll(async () => {
  world = await startOfficeWorld()
  customer = await storeUser(world.database.owner)
})
afterAll(() => world.close())

/** A terminal at which a new member has signed in. */
async function signedIn(name: string, ...roles: Role[]) {
  const [desk, member] = [await openTerminal(world), await world.member(name, ...roles)]
  await signInAt(desk, member)
  return { desk, member }
}

async function call({ folder, run }: Terminal, name: string, input?: unknown) {
  if (input === undefined) return run('call', name)
  const file = path.join(folder, 'input.json')
  await writeFile(file, typeof input === 'string' ? input : JSON.stringify(input))
  return run('call', name, '--json', file)
}

/** Returns the actions that the audit log has of a member. */
async function auditedOf(member: string): Promise<readonly string[]> {
  const { rows } = await sql<{ action: string }>`select content::json ->> 'action' as action from audit_log
    where content::json ->> 'member' = ${member} order by seq`.execute(world.database.owner)
  return rows.map(({ action }) => action)
}

const reason = 'Asked for by the sender'

describe('sesa call', () => {
  it('makes a call with the rights and in the name of the member who signed in, and prints the answer', async () => {
    const { desk, member } = await signedIn('Esi Caller', 'support')
    const { reference } = await storeTransfer(world.database.owner, customer, 'paid')
    const shown = await call(desk, 'showTransfer', { params: { reference } })
    expect(shown).toMatchObject({ code: 0, error: '' })
    expect(JSON.parse(shown.out)).toMatchObject({ reference, state: 'paid' })
    const held = await call(desk, 'holdTransfer', { params: { reference }, body: { reason } })
    expect(held).toMatchObject({ code: 0, error: '' })
    const listed = await call(desk, 'inbox', { query: { kind: 'holds', view: 'others' } })
    expect(JSON.parse(listed.out)).toMatchObject({ work: [{ id: reference }] })
    const { rows } = await sql`select action, staff, reason from staff_actions`.execute(world.database.owner)
    expect(rows).toEqual([{ action: 'hold', staff: 'Esi Caller', reason }])
    expect(await auditedOf(member.id)).toContain('transfer.read')
  })

  it('takes query parameters, and prints null for an answer without a body', async () => {
    const { desk } = await signedIn('Kofi Caller', 'compliance')
    expect((await call(desk, 'listCases', { query: { kind: 'screening' } })).code).toBe(0)
    expect(
      await call(desk, 'lockAccount', { params: { id: customer }, body: { reason: 'Stolen phone' } }),
    ).toMatchObject({ code: 0, out: 'null\n', error: '' })
  })

  it('is refused what the member’s roles do not allow, which the audit log has', async () => {
    const { desk, member } = await signedIn('Musu Caller', 'support')
    expect(await call(desk, 'listStaff')).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(/^not_permitted: Your roles don’t allow this\./),
    })
    expect(await auditedOf(member.id)).toContain('staff.not_permitted')
  })

  it('is refused what a passkey confirms, with where to do it', async () => {
    const { desk } = await signedIn('Sahr Caller', 'support')
    const { reference } = await storeTransfer(world.database.owner, customer, 'paid')
    const refund = { params: { reference }, body: { reason } }
    expect(await call(desk, 'requestRefund', refund)).toMatchObject({
      code: 1,
      out: '',
      error: `step_up_required: This call needs a passkey. Make it in the office: ${world.base}/office/\n`,
    })
    expect(await world.database.owner.selectFrom('approvals').selectAll().execute()).toEqual([])
  })

  it('is refused without a sign-in, and after the session has ended', async () => {
    const unsigned = { code: 1, error: 'unauthenticated: Sign in: npm run sesa -- staff sign-in\n' }
    expect(await call(await openTerminal(world), 'home')).toMatchObject(unsigned)
    const { desk, member } = await signedIn('Efua Caller', 'support')
    expect((await desk.run('staff', 'who-am-i')).out).toContain('Efua Caller: support')
    await world.database.owner
      .updateTable('staff_sessions')
      .set({ last_used_at: sql<Date>`now() - interval '16 minutes'` })
      .where('member_id', '=', member.id)
      .execute()
    expect(await call(desk, 'home')).toMatchObject(unsigned)
  })

  it('counts as a call of its member', async () => {
    const { desk, member } = await signedIn('Yaw Caller', 'support')
    const counted = async () => {
      const { rows } = await sql<{ calls: number }>`select sum(count)::int as calls from rate_limits
        where bucket = ${`office:${member.id}`}`.execute(world.database.owner)
      return rows[0]?.calls ?? 0
    }
    const before = await counted()
    await call(desk, 'home')
    expect(await counted()).toBe(before + 1)
  })

  it.each([
    ['nothing', undefined, 'The field params of showTransfer is missing. Add it.'],
    ['no JSON', 'reference', 'Can’t read'],
    ['a missing field', { params: {} }, 'The field params.reference of showTransfer is missing. Add it.'],
    [
      'a wrong field',
      { params: { reference: 'K-1' } },
      'The field params.reference of showTransfer is invalid. It takes /^S-[0-9A-Z]{6,20}$/, not "K-1".',
    ],
    [
      'an unknown field',
      { params: { reference: 'S-0A1B2C3D' }, headers: {} },
      'showTransfer has no field headers. Remove it.',
    ],
  ])('names the field of an input with %s', async (_what, input, words) => {
    const { code, out, error } = await call(await openTerminal(world), 'showTransfer', input)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(error).toContain(words)
  })

  it('names its calls, and an office that does not answer', async () => {
    const desk = await openTerminal(world)
    expect((await call(desk, 'releaseAll')).error).toMatch(/no office call releaseAll\. Calls: .*releaseHold/)
    const away = await openTerminal({
      env: { ...world.env, OFFICE_PORT: '9', OFFICE_URL: 'http://localhost:9' },
    })
    expect(await call(away, 'home')).toMatchObject({
      code: 2,
      error: expect.stringMatching(/^The office at http:\/\/localhost:9 isn’t answering .*sesa -- office\n$/),
    })
  })
})
