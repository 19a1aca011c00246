import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDatabaseProxy, type DatabaseProxy } from '@sesa/test-kit/database-proxy'
import { freePort } from '@sesa/test-kit/ports'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { recipient } from '../testing/sender.ts'
import { runCli } from './run.ts'

const BY = ['--by', 'Ama Boateng', '--reason', 'Looked at by hand']

let world: EngineWorld
let dataDir: string
beforeAll(async () => {
  world = await startEngineWorld()
  dataDir = await mkdtemp(path.join(tmpdir(), 'sesa-cli-'))
})
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true })
  await world.close()
})

const reach = () => ({
  DATABASE_URL: world.database.url,
  DATABASE_OWNER_URL: world.database.ownerUrl,
  SANDBOX_URL: world.sandboxUrl,
  SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_engine',
  SANDBOX_PAWAPAY_CALLBACK_KEY: world.callbackKey,
  SESA_PUBLIC_URL: world.base,
  SESA_SECRET: randomBytes(32).toString('base64'),
})

type Ended = { code: number; out: string; error: string }

/** Runs a command line in this process; `bin/process.all.test.ts` runs some in their own. */
async function sesa(args: readonly string[], env: Record<string, string> = reach()): Promise<Ended> {
  let [out, error] = ['', '']
  const code = await runCli(args, {
    env: { SESA_DATA_DIR: dataDir, ...env },
    processes: [],
    writeOut: (text) => (out += text),
    writeErr: (text) => (error += text),
  })
  return { code: code ?? NaN, out, error }
}

describe('sesa', () => {
  it('lists its commands and refuses an unknown one', async () => {
    const [help, unknown] = await Promise.all([sesa(['help']), sesa(['nonsense'])])
    expect(help.code).toBe(0)
    for (const command of ['reconcile', 'invariants', 'holds list', 'transfer cancel', 'jobs retry']) {
      expect(help.out).toContain(command)
    }
    expect([unknown.code, unknown.out]).toEqual([2, ''])
    expect(unknown.error).toContain("unknown command 'nonsense'")
  })

  it('lists, shows and releases a hold, and records who did it', async () => {
    const sender = await world.sender()
    const opened = await sender.open({ phone: recipient('0002') })
    const reference = await world.referenceOf(opened)
    expect((await sesa(['holds', 'set', reference])).error).toContain('--by NAME')
    expect((await sesa(['holds', 'set', reference, '--by', 'Ama Boateng'])).error).toContain('--reason TEXT')
    expect(await sesa(['holds', 'set', reference, ...BY])).toMatchObject({ code: 0, error: '' })
    const [list, shown, refund] = await Promise.all([
      sesa(['holds', 'list']),
      sesa(['holds', 'show', reference]),
      sesa(['holds', 'refund', reference, ...BY]),
    ])
    expect(list.out).toMatch(new RegExp(`${reference} +staff +operations +awaiting_payment`))
    expect(shown.out).toContain('by Ama Boateng (Looked at by hand)')
    expect(shown.out).not.toContain('+23324')
    expect(refund).toMatchObject({ code: 1 })
    expect(refund.error).toContain('Nothing can be refunded')
    expect((await sesa(['holds', 'release', reference, ...BY])).code).toBe(0)
    expect((await sesa(['holds', 'show', 'S-NOTTHERE'])).error).toContain('no transfer S-NOTTHERE')
    await world.pay(opened)
    await world.reaches(opened, 'paying_out')
    expect((await sesa(['transfer', 'cancel', reference, ...BY])).code).toBe(0)
    expect((await sesa(['transfer', 'show', reference])).out).toContain('cancel_requested by Ama Boateng')
    expect((await sesa(['transfer', 'cancel', reference, ...BY])).code).toBe(1)
  })

  it('prints one JSON document with --json, with ISO dates and amounts with their currency', async () => {
    const json = async (...args: string[]) => {
      const { out, error } = await sesa([...args, '--json'])
      expect(error).toBe('')
      return JSON.parse(out) as Record<string, unknown>
    }
    const sender = await world.sender()
    const reference = await world.referenceOf(await sender.open({ phone: recipient('0002') }))
    expect(await json('holds', 'set', reference, ...BY)).toEqual({
      ...{ reference, outcome: 'held', mayStillMove: true },
      text: 'Its card may still be charged. Nothing is sent until someone releases the hold.',
    })
    const [shown, list, doctor, rails, books, invariants] = await Promise.all([
      json('transfer', 'show', reference),
      json('holds', 'list'),
      json('doctor'),
      json('rails', 'list'),
      json('reconcile', '--settle-minutes', '0'),
      json('invariants'),
    ])
    const amount = expect.stringMatching(/^[A-Z]{3} [\d,]+\.\d\d$/) as string
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string
    expect(shown).toMatchObject({
      reference,
      state: 'awaiting_payment',
      charged: amount,
      // Nothing was charged, so nothing can be refunded.
      actions: ['release'],
      trace: 'not recorded',
    })
    const trace = 'a'.repeat(32)
    await sql`update transfers set traceparent = ${`00-${trace}-${'b'.repeat(16)}-01`}
      where reference = ${reference}`.execute(world.database.owner)
    expect(await json('transfer', 'show', reference)).toMatchObject({ trace })
    const holds = list['holds'] as object[]
    expect(holds).toContainEqual(expect.objectContaining({ reference, amount, since: iso }))
    expect(doctor).toMatchObject({ problems: 0 })
    expect(doctor['findings']).toContainEqual({
      what: 'cards',
      state: 'ok',
      words: 'the provider accepts our key',
    })
    expect(rails['rails']).toContainEqual(
      expect.objectContaining({
        country: 'GH',
        network: 'mtn',
        rail: 'pawapay',
        closed: null,
      }),
    )
    expect(books).toMatchObject({ since: iso, breaks: [], open: 0 })
    expect(invariants['invariants']).toContainEqual(expect.objectContaining({ id: 'I3', offending: [] }))
    expect((await sesa(['holds', 'release', reference, ...BY])).code).toBe(0)
  })

  it('finds the product that runs on a data directory, and reports when there is none', async () => {
    const lost = await sesa(['holds', 'list'], {})
    expect([lost.code, lost.error]).toEqual([2, expect.stringContaining('Start it with npm start')])
    await writeFile(path.join(dataDir, 'connection.json'), JSON.stringify(reach()))
    const found = await sesa(['invariants'], {})
    expect(found).toMatchObject({ code: 0, error: '' })
    expect(found.out).toMatch(/I3 +0 +/)
    const gone = { ...reach(), DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
    expect((await sesa(['holds', 'list'], gone)).error).toMatch(
      /^The database at .* does not answer .*npm start/,
    )
  })

  it('waits for a product that is just starting, and for its database', async () => {
    const port = await freePort()
    const url = Object.assign(new URL(world.database.url), { port: String(port) }).href
    const connection = path.join(dataDir, 'connection.json')
    const launcher = path.join(dataDir, 'launcher.pid')
    await rm(connection, { force: true })
    // Alive, as a launcher is.
    await writeFile(launcher, String(process.pid))
    const steps = [
      () => writeFile(connection, JSON.stringify({ ...reach(), DATABASE_URL: url })),
      () => startDatabaseProxy(world.database.url, 0, port).then((proxy) => proxies.push(proxy)),
    ]
    const proxies: DatabaseProxy[] = []
    const said: string[] = []
    const code = await runCli(['invariants'], {
      env: { SESA_DATA_DIR: dataDir },
      processes: [],
      writeOut: () => undefined,
      writeErr(text) {
        said.push(text)
        void steps.shift()?.()
      },
    })
    proxies.forEach((proxy) => proxy.close())
    await rm(launcher)
    expect(code).toBe(0)
    expect(said.slice(0, 2)).toEqual([
      `Waiting for Sesa to start on ${dataDir}\n`,
      expect.stringContaining(`Waiting for the database at 127.0.0.1:${port}`),
    ])
  })

  it('refuses a data directory whose restore was interrupted', async () => {
    const plan = path.join(dataDir, 'restore-plan.json')
    await writeFile(plan, JSON.stringify({ from: '/backups/1' }))
    const refused = await sesa(['holds', 'list'], {})
    const copied = await sesa(['backup', '--to', '/nowhere'], {
      ...reach(),
      BACKUP_KEY: randomBytes(32).toString('base64'),
    })
    await rm(plan)
    for (const { code, error } of [refused, copied]) {
      expect(code).not.toBe(0)
      expect(error).toContain('Run it again: npm run sesa -- restore --from /backups/1')
    }
  })

  it('exits with 1 while breaks are open, and with 0 once they are explained', async () => {
    const clean = await sesa(['reconcile', '--settle-minutes', '0'])
    expect(clean).toMatchObject({ code: 0, error: '' })
    expect(clean.out).toMatch(/cardEntriesTheirs +1/)
    await fetch(`${world.sandboxUrl}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox' },
      body: new URLSearchParams({ amount: '700', currency: 'usd' }),
    })
    const broken = await sesa(['reconcile', '--settle-minutes', '0'])
    expect(broken.code).toBe(1)
    const [, id = ''] = /^(\d+) +open +card_payment_unknown/m.exec(broken.out) ?? []
    expect((await sesa(['reconcile', 'explain', id, ...BY])).code).toBe(0)
    expect((await sesa(['reconcile', '--settle-minutes', '0'])).code).toBe(0)
  })

  it('shows how many jobs are due, and how long the oldest has been due', async () => {
    expect(await sesa(['jobs'])).toMatchObject({ code: 0, out: '0 due\n' })
    await sql`select graphile_worker.add_job('weekly', '{}', run_at => now() - interval '5 minutes'),
      graphile_worker.add_job('weekly', '{}', run_at => now() - interval '1 minute'),
      graphile_worker.add_job('weekly', '{}', run_at => now() + interval '1 hour')`.execute(
      world.database.owner,
    )
    const { code, out } = await sesa(['jobs'])
    expect(code).toBe(0)
    expect(out).toMatch(/^weekly +2 +[56] minutes +0 +1 +0$/m)
    expect(out).toMatch(/^2 due, the oldest for [56] minutes$/m)
    expect((await sesa(['jobs', 'everywhere'])).error).toContain('no command jobs everywhere')
  })

  it('shows dead jobs and refuses to retry a job that is not dead', async () => {
    expect(await sesa(['jobs', 'dead'])).toMatchObject({ code: 0, out: '0 dead\n' })
    expect((await sesa(['jobs', 'retry', '1', ...BY])).error).toContain('no dead job 1')
    expect((await sesa(['jobs', 'retry', 'one', ...BY])).error).toContain('not the id')
  })

  it('closes a rail with a message for customers, and opens it again', async () => {
    const before = await sesa(['rails', 'list'])
    expect(before.out).toMatch(/GH\/mtn +1 +pawapay +open/)
    expect((await sesa(['rails', 'off', 'pawapay', 'GH/mtn', ...BY])).error).toContain('--words TEXT')
    const words = 'MTN in Ghana is being repaired.'
    expect((await sesa(['rails', 'off', 'pawapay', 'GH/mtn', '--words', words, ...BY])).code).toBe(0)
    expect((await sesa(['rails', 'list'])).out).toContain(words)
    expect((await sesa(['rails', 'on', 'pawapay', 'GH/mtn', ...BY])).out).toContain('on for 1 networks')
    const route = ['rails', 'route', 'GH/mtn', 'mtn-momo-gh', 'pawapay', ...BY]
    expect((await sesa(route)).out).toContain('GH/mtn: mtn-momo-gh, pawapay')
    expect((await sesa(['rails', 'route', 'GH/mtn', 'pigeon', ...BY])).error).toContain('is not a rail')
    expect((await sesa(['rails', 'off', 'pawapay', 'GH/orange', '--words', words, ...BY])).error).toContain(
      'is not a network',
    )
    expect((await sesa(['rails', 'route', 'GH/mtn', 'pawapay', 'mtn-momo-gh', ...BY])).code).toBe(0)
  })

  it('opens a corridor and closes it with a message for customers, both by name and with a reason', async () => {
    expect((await sesa(['corridors', 'list'])).out).toMatch(/US\/GH +USD 0\.00 +1\.00% +\S/)
    expect((await sesa(['corridors', 'open', 'US/GH', ...BY])).out).toContain('US/GH: open')
    expect((await sesa(['corridors', 'list'])).out).toMatch(/US\/GH +USD 0\.00 +1\.00% +open/)
    expect((await sesa(['corridors', 'close', 'US/GH', ...BY])).error).toContain('--words TEXT')
    const words = 'Sending to Ghana is not available today.'
    expect((await sesa(['corridors', 'close', 'US/GH', '--words', words, ...BY])).code).toBe(0)
    expect((await sesa(['corridors', 'list'])).out).toContain(words)
    for (const wrong of ['GH/US', 'GH/GH', 'US', 'US/GH/LR', 'usa/GH'])
      expect((await sesa(['corridors', 'open', wrong, ...BY])).error).toContain('is not a corridor')
    const actions = await world.database.owner
      .selectFrom('staff_actions')
      .select(['action', 'subject', 'staff'])
      .where('action', 'in', ['open_corridor', 'close_corridor'])
      .orderBy('at')
      .execute()
    expect(actions.map(({ action, subject }) => [action, subject])).toEqual([
      ['open_corridor', 'US/GH'],
      ['close_corridor', 'US/GH'],
    ])
    expect(actions.every(({ staff }) => BY.includes(staff))).toBe(true)
  })

  it('shows, checks, replays and sets the rules of fraud', async () => {
    const shown = await sesa(['fraud', 'rules', 'show'])
    expect(shown.out).toMatch(/"declines-of-account"[^]*version 0, shipped with the product/)
    const folder = await mkdtemp(path.join(dataDir, 'fraud-rules-'))
    const [good, bad] = [path.join(folder, 'good.json'), path.join(folder, 'bad.json')]
    const rule = {
      id: 'ask-all',
      when: { amountAtLeast: 1 },
      then: { outcome: 'authenticate', request: 'any' },
    }
    await writeFile(good, JSON.stringify({ rules: [rule] }))
    await writeFile(bad, JSON.stringify({ rules: [{ ...rule, when: {} }] }))
    expect((await sesa(['fraud', 'rules', 'check', '--file', good])).out).toContain('1 rules are valid')
    const wrong = await sesa(['fraud', 'rules', 'set', '--file', bad, ...BY])
    expect([wrong.code, wrong.error]).toEqual([2, expect.stringContaining('at least one condition')])
    expect((await sesa(['fraud', 'rules', 'check', '--file', path.join(folder, 'none')])).code).toBe(2)
    expect((await sesa(['fraud', 'rules', 'set', '--file', good])).error).toContain('--by NAME')
    const replayed = await sesa(['fraud', 'replay', '--file', good, '--days', '30'])
    expect(replayed.out).toMatch(/payments of the last 30 days[^]*would have been treated differently/)
    expect((await sesa(['fraud', 'rules', 'set', '--file', good, ...BY])).out).toContain(
      'version 1 with 1 rules',
    )
    expect((await sesa(['fraud', 'rules', 'show'])).out).toMatch(/"ask-all"[^]*version 1, .* by /)
  })

  it('sets prices from a file, with author and reason, and shows which transfers lose money', async () => {
    const example = fileURLToPath(new URL('../../../../docs/prices.example.json', import.meta.url))
    expect((await sesa(['prices', 'list'])).out).toMatch(/US\/GH +USD 0\.00 +1\.00%/)
    const free = await sesa(['prices', 'simulate', '--amounts', '100'])
    expect([free.code, free.out]).toEqual([1, expect.stringMatching(/12 transfers, 12 at a loss\n$/)])
    expect((await sesa(['prices', 'simulate', '--file', example])).out).toMatch(
      /36 transfers, 0 at a loss\n$/,
    )

    expect((await sesa(['prices', 'set', '--file', example])).error).toContain('--by NAME')
    expect((await sesa(['prices', 'set', ...BY])).error).toContain('--file PATH')
    expect((await sesa(['prices', 'set', '--file', '/nowhere.json', ...BY])).error).toContain(
      'cannot be read',
    )
    const notOne = fileURLToPath(new URL('../../../../package.json', import.meta.url))
    expect((await sesa(['prices', 'set', '--file', notOne, ...BY])).error).toContain('corridors')
    expect((await sesa(['prices', 'simulate', '--amounts', '5,none'])).error).toContain('--amounts takes')

    expect((await sesa(['prices', 'set', '--file', example, ...BY])).out).toMatch(
      /^Price list 2 is in force\.$/m,
    )
    expect((await sesa(['corridors', 'list'])).out).toMatch(/US\/GH +USD 0\.49 \+ 5\.50% +1\.50%/)
    expect((await sesa(['prices', 'history'])).out).toMatch(/^2 .*\n1 .* as shipped$/m)
    expect((await sesa(['prices', 'list', '--version', '1'])).out).toMatch(/US\/GH +USD 0\.00/)
    expect((await sesa(['prices', 'list', '--version', '7'])).error).toContain('no price list 7')
  })

  it('lists pay-outs that wait for staff, and messages without their text', async () => {
    expect((await sesa(['manual', 'list'])).out).toContain('0 waiting')
    expect((await sesa(['manual', 'done', 'S-00000000', ...BY])).error).toContain('waits for staff')
    expect((await sesa(['messages', 'list'])).out).toContain('messages')
    expect((await sesa(['messages', 'list', '--state', 'lost'])).code).toBe(2)
  })

  it('locks and unlocks an account, signs everyone out and unlocks a number, each with a name and a reason', async () => {
    const { userId } = await world.sender()
    const phone = '+231770123456'
    const { owner } = world.database
    await owner
      .insertInto('phone_identities')
      .values({ user_id: userId, phone_number: phone, country: 'LR' })
      .execute()
    const session = { user_id: userId, token_hash: randomBytes(32), device: 'A phone', trusted: false }
    const lives = { expires_at: new Date(Date.now() + 3_600_000), idle_limit: '60 minutes' }
    await owner
      .insertInto('sessions')
      .values({ ...session, ...lives })
      .execute()
    const [unsigned, shown] = await Promise.all([
      sesa(['account', 'lock', phone]),
      sesa(['account', 'show', phone]),
    ])
    expect(unsigned.error).toContain('--by NAME')
    expect(shown.out).toMatch(new RegExp(`account ${userId}[^]*open sessions 1`))
    expect(shown.out).not.toContain(phone)
    expect((await sesa(['account', 'hold', phone, ...BY])).out).toContain('opens no new payments')
    expect((await sesa(['account', 'show', phone])).out).toMatch(/on hold from .* by .*: staff/)
    expect((await sesa(['account', 'lift-hold', phone, ...BY])).out).toContain('1 hold lifted')
    expect((await sesa(['account', 'show', phone])).out).toContain('lifted')
    expect((await sesa(['account', 'lock', phone, ...BY])).out).toContain('locked and signed out everywhere')
    expect((await sesa(['account', 'show', userId])).out).toMatch(/locked since[^]*open sessions 0/)
    const [unlocked, unnamed, everybody, number, nobody] = await Promise.all([
      sesa(['account', 'unlock', userId, ...BY]),
      sesa(['accounts', 'sign-out-all', userId, ...BY]),
      sesa(['accounts', 'sign-out-all', ...BY]),
      sesa(['number', 'unlock', phone, ...BY]),
      sesa(['account', 'sign-out', '+231770000000', ...BY]),
    ])
    expect(unlocked.code).toBe(0)
    expect(unnamed.code).toBe(2)
    expect(everybody.out).toMatch(/sessions of \d+ accounts ended/)
    expect(number).toMatchObject({ code: 1, error: expect.stringContaining('it is not locked') as string })
    expect(nobody.error).toContain('There is no account')
  })

  it('checks every provider and reports what is missing', async () => {
    const well = await sesa(['doctor'])
    expect(well.out).toContain('cards: the provider accepts our key')
    expect(well.out).toContain('Stripe account: charges cards and pays out (US, balance in USD)')
    expect(well.out).toContain(
      `Stripe webhook: ${world.base}/webhooks/stripe gets all 19 events that Sesa reads`,
    )
    expect(well.out).toContain('Stripe keys: the publishable key reads a payment')
    expect(well.out).toMatch(/pawapay: pays out to .*GH\/mtn/)
    expect(well.out).toContain(`pawapay-remittance: calls back to ${world.base}/webhooks/pawapay`)
    expect(well.out).toMatch(/mtn-momo-lr: pays out to LR\/mtn/)
    expect(well.out).toContain(', 0 problems')
    expect(well.code).toBe(0)
    const alone = await sesa(['doctor'], { ...reach(), SANDBOX_URL: 'http://127.0.0.1:9' })
    expect(alone.code).toBe(1)
    expect(alone.out).toContain('PROBLEM cards: unknown')
    expect(alone.out).toContain('PROBLEM pawapay: does not answer')
    const half = await sesa(['doctor'], {
      ...reach(),
      SESA_MODE: 'live',
      STRIPE_SECRET_KEY: 'sk_live_very_secret',
    })
    expect(half.code).toBe(1)
    expect(half.error).toContain('SMS: set AFRICASTALKING_USERNAME')
    expect(half.out + half.error).not.toContain('very_secret')
  })
})
