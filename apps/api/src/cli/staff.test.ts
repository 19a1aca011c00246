import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld } from '../testing/office-world.ts'
import { storeTransfer, storeUser } from '../testing/stored-transfer.ts'
import { inviteReady } from '../domains/office/index.ts'
import { COMMANDS } from './commands.ts'
import { openTerminal, signInAt } from './testing/terminal.ts'

let world: OfficeWorld
beforeAll(async () => {
  world = await startOfficeWorld()
})
afterAll(() => world.close())
const terminal = () => openTerminal(world)

const WHY = ['--reason', 'The carrier is down']

describe('a command', () => {
  it('that changes something or shows a transfer takes a permission; the others need nobody to sign in', () => {
    const given = { rest: [], options: { apply: 'yes' } }
    const permissions = COMMANDS.flatMap((command) => {
      const needed = 'run' in command ? command.permission?.(given) : undefined
      return needed === undefined ? [] : [[command.words.join(' '), needed]]
    })
    expect(Object.fromEntries(permissions)).toEqual({
      'archive month': 'system.manage',
      'archive return': 'system.manage',
      adopt: 'adoption.request',
      'transfer show': 'transfers.read',
      'jobs retry': 'jobs.manage',
      'secret renew': 'system.manage',
    })
    const signed = COMMANDS.filter(({ isSigned }) => isSigned).map(({ words }) => words.join(' '))
    expect(signed.filter((name) => !Object.fromEntries(permissions)[name])).toEqual([])
  })

  it('takes its name from signing in, no longer from --by', async () => {
    const desk = await terminal()
    const named = await desk.run('jobs', 'retry', '1', '--by', 'Ama Boateng', ...WHY)
    expect(named).toMatchObject({ code: 2, error: expect.stringContaining('Leave out --by') })
    const unsigned = await desk.run('jobs', 'retry', '1', ...WHY)
    expect(unsigned).toMatchObject({ code: 2, error: expect.stringContaining('staff sign-in') })
  })

  it('is refused to a member without its permission', async () => {
    const desk = await terminal()
    await signInAt(desk, await world.member('Esi Desk', 'support'))
    expect(await desk.run('jobs', 'retry', '1', ...WHY)).toMatchObject({
      code: 2,
      error: expect.stringContaining('which needs jobs.manage'),
    })
    expect((await desk.run('staff', 'who-am-i')).out).toContain('Esi Desk: support')
    await desk.run('staff', 'sign-out')
    expect((await desk.run('staff', 'who-am-i')).error).toMatch(/^unauthenticated: .* staff sign-in/)
  })

  it('that takes two people asks for the second, who approves it in the office', async () => {
    const desk = await terminal()
    const signedIn = await signInAt(desk, await world.member('Efua Desk', 'engineer'))
    expect(signedIn).toMatchObject({ code: 0, out: expect.stringContaining('Signed in as Efua Desk') })
    expect((await stat(path.join(desk.folder, 'staff-session'))).mode & 0o777).toBe(0o600)
    const since = '2026-11-01T00:00:00.000Z'
    const asked = await desk.run(
      'adopt',
      '--since',
      since,
      '--wait-minutes',
      '20',
      '--apply',
      ...WHY,
      '--json',
    )
    const { approval } = JSON.parse(asked.out) as { approval: string }
    const row = await world.database.owner
      .selectFrom('approvals')
      .select(['action', 'entity', 'payload', 'reason', 'state'])
      .where('id', '=', approval)
      .executeTakeFirstOrThrow()
    expect({ ...row, payload: JSON.parse(row.payload) as unknown }).toEqual({
      ...{ action: 'adopt', entity: 'lost transfers', reason: WHY[1], state: 'pending' },
      payload: { since, waitMinutes: 20 },
    })
    expect(await desk.run('adopt', '--apply', ...WHY)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^approval_pending: /),
    })
    expect((await desk.run('staff', 'sign-out')).out).toBe('Signed out.\n')
    expect(await desk.run('adopt', '--apply', ...WHY)).toMatchObject({
      code: 2,
      error: expect.stringContaining('staff sign-in'),
    })
  })
})

it('a command of a schedule needs nobody to sign in', async () => {
  const desk = await terminal()
  expect(await desk.run('invariants')).toMatchObject({ code: 0 })
  expect(await desk.run('jobs')).toMatchObject({ code: 0 })
})

describe('sesa transfer show', () => {
  const stored = async () =>
    storeTransfer(world.database.owner, await storeUser(world.database.owner), 'paid')
  const readsOf = async (reference: string) => {
    const { rows } = await sql<{ name: string }>`
      select m.name from audit_log a join staff_members m on m.id::text = a.content::json ->> 'member'
      where a.content::json ->> 'action' = 'transfer.read' and a.content::json ->> 'subject' = ${reference}`.execute(
      world.database.owner,
    )
    return rows.map(({ name }) => name)
  }

  it('needs a member with its permission, and is recorded with the reference, not with what was typed', async () => {
    const [desk, other, { id, reference }] = [await terminal(), await terminal(), await stored()]
    expect(await desk.run('transfer', 'show', id)).toMatchObject({
      code: 2,
      out: '',
      error: expect.stringContaining('staff sign-in'),
    })
    await signInAt(desk, await world.member('Adwoa Admin', 'administrator'))
    expect(await desk.run('transfer', 'show', id)).toMatchObject({
      code: 2,
      out: '',
      error: expect.stringContaining('which needs transfers.read'),
    })
    await signInAt(other, await world.member('Adwoa Desk', 'support'))
    expect((await other.run('transfer', 'show', id)).out).toContain(reference)
    expect((await other.run('transfer', 'show', 'S-FFFFFFFF')).error).toContain('There’s no transfer')
    expect(await readsOf(reference)).toEqual(['Adwoa Desk'])
  })

  it('shows nothing that cannot be recorded', async () => {
    const [desk, { id }] = [await terminal(), await stored()]
    await signInAt(desk, await world.member('Akua Desk', 'support'))
    await sql`alter function append_audit rename to append_audit_away`.execute(world.database.owner)
    const failed = await desk.run('transfer', 'show', id, '--json')
    await sql`alter function append_audit_away rename to append_audit`.execute(world.database.owner)
    expect(failed).toMatchObject({ code: 1, out: '' })
  })
})

describe('sesa staff invite-first and sesa audit verify', () => {
  it('adds members to the sandbox who may act at once, each of whom joins by a link', async () => {
    const desk = await terminal()
    const added = await desk.run('staff', 'sandbox-members', '--json')
    const { members } = JSON.parse(added.out) as {
      members: { name: string; roles: string[]; link: string }[]
    }
    expect(members.map(({ roles }) => roles.join())).toEqual([
      ...['administrator', 'administrator', 'compliance', 'compliance', 'finance', 'finance'],
      ...['support', 'support', 'engineer'],
    ])
    const link = (name: string) => members.find((one) => one.name === name)?.link.split('#')[1] ?? ''
    const [musu, ama] = [
      await world.accept(link('Musu Finance'), 'Musu'),
      await world.accept(link('Ama Administrator'), 'Ama'),
    ]
    const threshold = { amount: { amount: 90_000, currency: 'USD' } }
    const request = ['POST', '/office/api/release-threshold', threshold] as const
    expect((await world.decided(musu, ama, request)).approval).toMatchObject({ state: 'done' })
    expect((await desk.run('staff', 'sandbox-members')).out).toMatch(
      /Ama Administrator \(administrator\): already a member.*\nKofi Administrator \(administrator\): http/,
    )
    const mixed = ['--name', 'Efua Mixed', '--email', 'efua@sesa.example', '--roles', 'finance,administrator']
    expect(await desk.run('staff', 'sandbox-members', ...mixed)).toMatchObject({
      code: 2,
      error: expect.stringContaining('administrator can’t be combined'),
    })
  })

  it.each(['live', 'test'] as const)('adds no ready member in %s mode', async (mode) => {
    const member = { name: 'Ready Puppet', email: 'ready@sesa.example', roles: ['finance' as const] }
    await expect(inviteReady({ db: world.database.db, mode }, member)).rejects.toThrow('only in the sandbox')
    const { rows } = await sql`select from staff_members where name = ${member.name}`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([])
  })

  it('refuses a first administrator when there are two', async () => {
    const desk = await terminal()
    const refused = await desk.run('staff', 'invite-first', '--name', 'Yaw', '--email', 'yaw@sesa.example')
    expect(refused).toMatchObject({
      code: 1,
      error: expect.stringContaining('already has two administrators'),
    })
  })

  it('verifies the chain, also against anchors', async () => {
    const desk = await terminal()
    expect(await desk.run('audit', 'verify')).toMatchObject({
      code: 0,
      out: expect.stringContaining('entries verified'),
    })
    const anchors = path.join(desk.folder, 'anchors')
    const far = { at: '2026-11-26T00:13:00.000Z', seq: '99999', hash: '0'.repeat(64) }
    await writeFile(anchors, `${JSON.stringify(far)}\n`)
    const cut = await desk.run('audit', 'verify', '--anchors', anchors)
    expect(cut).toMatchObject({ code: 1, out: expect.stringContaining(': cut (') })
    expect(await readFile(anchors, 'utf8')).toContain('99999')
  })
})

describe('a transfer that compliance decides about', () => {
  it('reads "under review" to a member without cases, and as it is to compliance', async () => {
    const { owner } = world.database
    const customer = await storeUser(owner)
    const held = async (reason: string) => {
      const { id, reference } = await storeTransfer(owner, customer, 'paid')
      await sql`update transfers set hold_reason = ${reason}, hold_owner = 'operations' where id = ${id}`.execute(
        owner,
      )
      await sql`insert into transfer_events (transfer_id, from_state, to_state, kind, hold_reason)
        values (${id}, 'paid', 'paid', 'held', ${reason})`.execute(owner)
      return reference
    }
    const references = [await held('screening'), await held('fraud_suspected')]
    await sql`insert into account_holds (user_id, cause, provider_id, opened_by, reason)
      values (${customer}, 'fraud_warning', 'issfr_2', 'card provider', 'fraud_warning')`.execute(owner)
    const commands = references.map((reference) => ['transfer', 'show', reference])
    const WORDS = /screening|fraud|case|sanction|match/i
    const support = await terminal()
    await signInAt(support, await world.member('Esi Holds', 'support'))
    const compliance = await terminal()
    await signInAt(compliance, await world.member('Kofi Holds', 'compliance'))
    for (const command of commands)
      for (const form of [[], ['--json']]) {
        const seen = await support.run(...command, ...form)
        expect([command, seen.code, seen.error]).toEqual([command, 0, ''])
        expect(seen.out).toMatch(/under_review/)
        expect(seen.out).not.toMatch(WORDS)
        expect((await compliance.run(...command, ...form)).out).toMatch(WORDS)
      }
  })
})
