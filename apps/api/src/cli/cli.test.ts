import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDatabaseProxy, type DatabaseProxy } from '@sesa/test-kit/database-proxy'
import { freePort } from '@sesa/test-kit/ports'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainBreak } from '../domains/books/reconciliation/run.ts'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { recipient } from '../testing/sender.ts'
import { runCli } from './run.ts'

const ACTION = { staff: 'Ama Boateng', reason: 'Looked at by hand' }
const BY = ['--by', ACTION.staff, '--reason', ACTION.reason]

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
    for (const command of ['reconcile', 'invariants', 'transfer show', 'call <name>', 'jobs retry']) {
      expect(help.out).toContain(command)
    }
    expect([unknown.code, unknown.out]).toEqual([2, ''])
    expect(unknown.error).toContain("unknown command 'nonsense'")
  })

  it('shows a transfer by each of its ids, with what happened to it and no number', async () => {
    const opened = await (await world.sender()).open({ phone: recipient('0002') })
    const { id, payout_reference, reference } = await world.database.owner
      .selectFrom('transfers')
      .select(['id', 'payout_reference', 'reference'])
      .where('payment_intent_id', '=', opened.id)
      .executeTakeFirstOrThrow()
    await world.transfers.staffActions.hold(reference, ACTION)
    // The engine moves the time of its next step on.
    const untimed = ({ out }: { out: string }): string => out.replace(/^next .*$/m, '')
    const shown = await sesa(['transfer', 'show', reference])
    expect(shown).toMatchObject({ code: 0, error: '' })
    expect(shown.out).toMatch(/^held for +staff \(operations\)$/m)
    expect(shown.out).toContain('On hold, Stopped by staff: Looked at by hand (by Ama Boateng)')
    expect(shown.out).toMatch(/^the customer reads +On hold\. We’re reviewing this transfer\./m)
    expect(shown.out).toMatch(/^cause +Staff put the transfer on hold\.$/m)
    expect(shown.out).toMatch(/^next .* Compliance or finance decides\.$/m)
    expect(shown.out).toMatch(/^Possible in the office: release\. /m)
    expect(shown.out).toMatch(/^Not now: refund\. .* can’t be refunded/m)
    expect(shown.out).not.toContain('+23324')
    for (const other of [id, opened.id, payout_reference, reference.toLowerCase()])
      expect(untimed(await sesa(['transfer', 'show', other]))).toBe(untimed(shown))
    await world.transfers.staffActions.release(reference, ACTION)
    expect(await sesa(['transfer', 'show', 'S-NOTTHERE'])).toMatchObject({
      code: 2,
      error: 'There’s no transfer S-NOTTHERE.\n',
    })
  })

  it('prints one JSON document with --json, with ISO dates and amounts with their currency', async () => {
    const json = async (...args: string[]) => {
      const { out, error } = await sesa([...args, '--json'])
      expect(error).toBe('')
      return JSON.parse(out) as Record<string, unknown>
    }
    const opened = await (await world.sender()).open({ phone: recipient('0002') })
    const reference = await world.referenceOf(opened)
    await world.transfers.staffActions.hold(reference, ACTION)
    const [shown, doctor, books, invariants] = await Promise.all([
      json('transfer', 'show', reference),
      json('doctor'),
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
    expect(doctor).toMatchObject({ problems: 0 })
    expect(doctor['findings']).toContainEqual({
      what: 'cards',
      state: 'ok',
      words: 'the provider accepts our key',
    })
    expect(books).toMatchObject({ since: iso, breaks: [], open: 0 })
    expect(invariants['invariants']).toContainEqual(expect.objectContaining({ id: 'I3', offending: [] }))
    await world.transfers.staffActions.release(reference, ACTION)
  })

  it('finds the product that runs on a data directory, and reports when there is none', async () => {
    const lost = await sesa(['invariants'], {})
    expect([lost.code, lost.error]).toEqual([2, expect.stringContaining('Start it with npm start')])
    await writeFile(path.join(dataDir, 'connection.json'), JSON.stringify(reach()))
    const found = await sesa(['invariants'], {})
    expect(found).toMatchObject({ code: 0, error: '' })
    expect(found.out).toMatch(/I3 +0 +/)
    const gone = { ...reach(), DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
    expect((await sesa(['invariants'], gone)).error).toMatch(
      /^The database at .* isn’t answering .*npm start/,
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
    const refused = await sesa(['invariants'], {})
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
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
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
    expect(await explainBreak(world.database.db, BigInt(id), ACTION)).toBe(true)
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
    expect((await sesa(['jobs', 'retry', 'one', ...BY])).error).toContain('isn’t a job id')
  })

  it('checks every provider and reports what is missing', async () => {
    const well = await sesa(['doctor'])
    expect(well.out).toContain('cards: the provider accepts our key')
    expect(well.out).toContain('Stripe account: charges cards and pays out (US, balance in USD)')
    expect(well.out).toContain(
      `Stripe webhook: ${world.base}/webhooks/stripe gets all 19 events that Sesa uses`,
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
    expect(alone.out).toContain('PROBLEM pawapay: isn’t answering')
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
