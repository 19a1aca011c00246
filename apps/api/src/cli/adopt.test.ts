import { forgetTransfer } from '@sesa/test-kit/forget-transfer'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { WORLD_SECRET } from '../testing/sending-rules.ts'
import { runCli } from './run.ts'

const SIGNED = ['--by', 'Ama Boateng', '--reason', 'Restored to 18:00']
const STRANGE = '4f1c2a9e-0000-4000-8000-000000000001'

let world: EngineWorld
let folder: string
beforeAll(async () => {
  world = await startEngineWorld()
  folder = await mkdtemp(path.join(tmpdir(), 'sesa-adopt-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

/** Runs `sesa adopt` under the secret of the engine's world, or another one. */
async function adopt(args: readonly string[], secret = WORLD_SECRET) {
  let [out, error] = ['', '']
  const code = await runCli(['adopt', '--wait-minutes', '0', ...args], {
    env: {
      DATABASE_URL: world.database.url,
      DATABASE_OWNER_URL: world.database.ownerUrl,
      SANDBOX_URL: world.sandboxUrl,
      SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_engine',
      SESA_SECRET: secret.toString('base64'),
    },
    processes: [],
    writeOut: (text) => (out += text),
    writeErr: (text) => (error += text),
  })
  return { code, out, error }
}

describe('sesa adopt', () => {
  it('lists what was lost, then makes it again under two names, once', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    const reference = await world.referenceOf(opened)
    expect(await adopt([])).toMatchObject({ code: 0, error: '' })
    const { id } = await world.database.owner.selectFrom('transfers').select('id').executeTakeFirstOrThrow()
    await sql.raw(forgetTransfer(id)).execute(world.database.owner)

    const listed = await adopt([])
    expect(listed).toMatchObject({ code: 1, error: '' })
    expect(listed.out).toContain('1 payments since')
    expect(listed.out).toMatch(
      new RegExp(`${reference} +USD 5\\d\\.\\d\\d +${opened.id} +completed +recover as sent`),
    )
    expect((await adopt([], randomBytes(32))).out).toContain('our secrets can’t open the payment’s record')

    const apply = (...more: string[]) => adopt(['--apply', ...more])
    expect(await apply()).toMatchObject({ code: 2, error: 'Enter your name: --by NAME.\n' })
    expect(await apply(...SIGNED)).toMatchObject({
      code: 2,
      error: 'Enter the approver: --approved-by NAME.\n',
    })
    expect(await apply(...SIGNED, '--approved-by', ' AMA boateng ')).toMatchObject({
      code: 2,
      error: 'This needs a separate approver: --by and --approved-by have the same name.\n',
    })
    expect(await world.database.owner.selectFrom('transfers').select('id').execute()).toEqual([])

    const applied = await apply(...SIGNED, '--approved-by', 'Kofi Mensah', '--json')
    expect(applied).toMatchObject({ code: 0, error: '' })
    expect(JSON.parse(applied.out)).toMatchObject({ listed: 1, adopted: [reference] })
    expect(await world.state(opened)).toEqual({ state: 'sent', hold_reason: null })
    expect(await apply(...SIGNED, '--approved-by', 'Kofi Mensah')).toMatchObject({ code: 0 })
    expect(await adopt([])).toMatchObject({ code: 0 })
  })

  it('lists the pay-outs of a statement that nothing here explains', async () => {
    const { payouts } = await world.books()
    const statement = path.join(folder, 'statement.csv')
    const lines = payouts.map((one) => `2026-11-25,PAYOUT,${one.reference.toUpperCase()},GHS,10.00`)
    await writeFile(statement, lines.join('\n'))
    expect(await adopt(['--statement', statement])).toMatchObject({ code: 0, error: '' })
    await writeFile(statement, [...lines, `2026-11-25,PAYOUT,${STRANGE},GHS,10.00`].join('\n'))
    const found = await adopt(['--statement', statement])
    expect(found).toMatchObject({ code: 1, error: '' })
    expect(found.out).toContain('2 references in the statement, 1 unexplained')
    expect(found.out).toContain(`unexplained pay-out: ${STRANGE}`)
    await writeFile(statement, 'nothing')
    expect((await adopt(['--statement', statement])).error).toContain('has no references')
    expect((await adopt(['--statement', path.join(folder, 'none')])).error).toContain('Can’t read')
    expect((await adopt(['--since', 'yesterday'])).error).toContain('--since takes a UTC time')
  })
})
