// Slow: commands of signed-in members, each with a passkey in the office.
import { PATIENCE } from '@sesa/test-kit/patience'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../testing/office-world.ts'
import { storeTransfer, storeUser } from '../testing/stored-transfer.ts'
import { inviteReady } from '../domains/office/index.ts'
import { COMMANDS } from './commands.ts'
import { COMMAND_PERMISSIONS, isForEverybody, RECORDED_READS } from './permissions.ts'
import { runCli } from './run.ts'

let world: OfficeWorld
const folders: string[] = []
beforeAll(async () => {
  world = await startOfficeWorld()
})
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
  await world.close()
})

interface Terminal {
  readonly folder: string
  readonly output: string[]
  run(...args: string[]): Promise<{ code: number | undefined; out: string; error: string }>
}

async function terminal(): Promise<Terminal> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sesa-terminal-'))
  folders.push(folder)
  const output: string[] = []
  return {
    folder,
    output,
    async run(...args) {
      let [out, error] = ['', '']
      const code = await runCli(args, {
        env: { ...world.env, SESA_DATA_DIR: folder },
        processes: [],
        writeOut: (text) => {
          output.push(text)
          out += text
        },
        writeErr: (text) => (error += text),
      })
      return { code, out, error }
    },
  }
}

/** Signs a terminal in as its member does: the link in the office, the code and the passkey. */
async function signInAt({ run, output }: Terminal, { browser }: TestMember) {
  const running = run('staff', 'sign-in')
  const printed = await vi.waitFor(() => {
    const text = output.join('')
    const [, code, token] = /code (\d{6}):\n\S+#(\S+)/.exec(text) ?? []
    if (code === undefined || token === undefined) throw new Error(`No link yet: ${text}`)
    return { code, token }
  }, PATIENCE)
  await browser.post('/office/api/command-line/open', { token: printed.token })
  const confirmed = await browser.post('/office/api/command-line/confirm', printed)
  expect(confirmed.status).toBe(204)
  return running
}

const WHY = ['--reason', 'The carrier is down']

describe('a command', () => {
  it('has a permission, or needs nobody to sign in', () => {
    const names = COMMANDS.filter((command) => 'run' in command).map(({ words }) => words.join(' '))
    const forEverybody = names.filter((name) => isForEverybody(name, { options: { apply: 'yes' } }))
    expect([...forEverybody, ...Object.keys(COMMAND_PERMISSIONS)].toSorted()).toEqual(names.toSorted())
    const signed = COMMANDS.filter(({ isSigned }) => isSigned).map(({ words }) => words.join(' '))
    expect(signed.filter((name) => forEverybody.includes(name))).toEqual([])
    expect(Object.keys(RECORDED_READS).filter((name) => COMMAND_PERMISSIONS[name] === undefined)).toEqual([])
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
      error: expect.stringContaining('it takes jobs.manage'),
    })
    expect((await desk.run('staff', 'who-am-i')).out).toContain('Esi Desk: support')
    await desk.run('staff', 'sign-out')
    expect((await desk.run('staff', 'who-am-i')).code).toBe(2)
  })

  it('that takes two people asks for the second, who approves it in the office', async () => {
    const [desk, other] = [await terminal(), await terminal()]
    const signedIn = await signInAt(desk, await world.member('Efua Desk', 'engineer'))
    expect(signedIn).toMatchObject({ code: 0, out: expect.stringContaining('Signed in as Efua Desk') })
    expect((await stat(path.join(desk.folder, 'staff-session'))).mode & 0o777).toBe(0o600)
    const words = ['--words', 'Sending to Ghana is not available today.']
    const asked = await desk.run('corridors', 'close', 'US/GH', ...words, ...WHY, '--json')
    const { approval } = JSON.parse(asked.out) as { approval: string }
    expect((await desk.run('approvals', 'list')).out).toMatch(/United States to Ghana +Efua Desk/)
    expect((await desk.run('approvals', 'approve', approval, ...WHY)).error).toContain(
      'it takes approvals.decide',
    )

    const second = await world.member('Kofi Desk', 'compliance')
    await signInAt(other, second)
    expect(await other.run('approvals', 'approve', approval, ...WHY)).toMatchObject({
      code: 2,
      error: expect.stringContaining(`Do it in the office: ${world.base}/office/`),
    })
    const note = 'The carrier is down'
    expect((await second.browser.post(`/office/api/approvals/${approval}/approve`, { note })).status).toBe(
      200,
    )
    await world.product.approvals.approvals.carryOut(approval)
    expect((await other.run('approvals', 'show', approval)).out).toMatch(
      /decided by +Kofi Desk: The carrier is down/,
    )
    const row = await world.database.owner
      .selectFrom('staff_actions')
      .select(['staff', 'approved_by'])
      .where('approval_id', '=', approval)
      .executeTakeFirst()
    expect(row).toEqual({ staff: 'Efua Desk', approved_by: 'Kofi Desk' })
  })
})

describe('a command that shows data of a customer', () => {
  const customerWith = async (phone: string) => {
    const { rows } = await sql<{ id: string }>`
      with person as (insert into users default values returning id)
      insert into phone_identities (phone_number, user_id, country)
      select ${phone}, id, 'LR' from person returning user_id as id`.execute(world.database.owner)
    return rows[0]?.id ?? ''
  }
  const readsOf = async (action: string) => {
    const { rows } = await sql<{ subject: string; name: string }>`
      select a.content::json ->> 'subject' as subject, m.name
      from audit_log a join staff_members m on m.id::text = a.content::json ->> 'member'
      where a.content::json ->> 'action' = ${action}`.execute(world.database.owner)
    return rows
  }

  it('needs a member with its permission, and is recorded with the id, not with what was typed', async () => {
    const [desk, other, phone] = [await terminal(), await terminal(), '+231770123400']
    const account = await customerWith(phone)
    expect(await desk.run('account', 'show', phone)).toMatchObject({
      code: 2,
      out: '',
      error: expect.stringContaining('staff sign-in'),
    })
    await signInAt(desk, await world.member('Adwoa Books', 'finance'))
    expect(await desk.run('account', 'show', phone)).toMatchObject({
      code: 2,
      out: '',
      error: expect.stringContaining('it takes customers.read'),
    })
    await signInAt(other, await world.member('Adwoa Desk', 'support'))
    expect((await other.run('account', 'show', phone)).out).toContain(`account ${account}`)
    expect((await other.run('account', 'show', '+231770123401')).code).not.toBe(0)
    expect(await readsOf('customer.read')).toEqual([{ subject: account, name: 'Adwoa Desk' }])
  })

  it('shows nothing that cannot be recorded', async () => {
    const desk = await terminal()
    const account = await customerWith('+231770123402')
    await signInAt(desk, await world.member('Akua Desk', 'support'))
    await sql`alter function append_audit rename to append_audit_away`.execute(world.database.owner)
    const failed = await desk.run('account', 'show', account, '--json')
    await sql`alter function append_audit_away rename to append_audit`.execute(world.database.owner)
    expect(failed).toMatchObject({ code: 1, out: '' })
  })

  it('leaves to a schedule what shows nobody', async () => {
    const desk = await terminal()
    expect(await desk.run('invariants')).toMatchObject({ code: 0 })
    expect(await desk.run('jobs')).toMatchObject({ code: 0 })
  })
})

describe('a treasury entry of a signed-in member', () => {
  it.each([
    ['top-up', ['pawapay', '--arrived', 'GHS 1000', '--paid', 'USD 90.50'], 'pawapay'],
    ['convert', ['--sold', 'USD 1000', '--bought', 'GHS 11500'], 'bank'],
    ['adjust', ['bank', '--amount', 'USD -12.50', '--as', 'fee'], 'bank'],
  ])('waits for a second person: %s', async (command, args, account) => {
    await world.database.owner
      .insertInto('float_wallets')
      .values({ account: 'pawapay', country: 'GH', currency: 'GHS' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const [desk, other] = [await terminal(), await terminal()]
    await signInAt(desk, await world.member(`Efua ${command}`, 'finance'))
    const entry = ['treasury', command, ...args, '--reference', `FT ${command}`, ...WHY]
    const asked = await desk.run(...entry)
    expect(asked).toMatchObject({ code: 0, error: '' })
    const approval = /^Asked for: (\S+)\./.exec(asked.out)?.[1] ?? ''
    expect((await desk.run(...entry)).code).toBe(1)
    const second = await world.member(`Kofi ${command}`, 'finance')
    await signInAt(other, second)
    const note = 'The statement shows it'
    expect((await second.browser.post(`/office/api/approvals/${approval}/approve`, { note })).status).toBe(
      200,
    )
    await world.product.approvals.approvals.carryOut(approval)
    expect((await other.run('approvals', 'show', approval)).out).toMatch(
      new RegExp(`^result +booked ${account} FT ${command}$`, 'm'),
    )
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
      /Ama Administrator \(administrator\): is a member already.*\nKofi Administrator \(administrator\): http/,
    )
    const mixed = ['--name', 'Efua Mixed', '--email', 'efua@sesa.example', '--roles', 'finance,administrator']
    expect(await desk.run('staff', 'sandbox-members', ...mixed)).toMatchObject({
      code: 2,
      error: expect.stringContaining('administrator alone'),
    })
  })

  it.each(['live', 'test'] as const)('adds no ready member in %s mode', async (mode) => {
    const member = { name: 'Ready Puppet', email: 'ready@sesa.example', roles: ['finance' as const] }
    await expect(inviteReady({ db: world.database.db, mode }, member)).rejects.toThrow(
      'for the sandbox alone',
    )
    const { rows } = await sql`select from staff_members where name = ${member.name}`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([])
  })

  it('refuses a first administrator when there are two', async () => {
    const desk = await terminal()
    const refused = await desk.run('staff', 'invite-first', '--name', 'Yaw', '--email', 'yaw@sesa.example')
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('There are two administrators') })
  })

  it('verifies the chain, also against anchors', async () => {
    const desk = await terminal()
    expect(await desk.run('audit', 'verify')).toMatchObject({
      code: 0,
      out: expect.stringContaining('entries agree'),
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
    const commands = [
      ['holds', 'list'],
      ['account', 'show', customer],
      ...references.flatMap((reference) => [
        ['holds', 'show', reference],
        ['transfer', 'show', reference],
      ]),
    ]
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
