import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { documentSealing } from '../domains/customers/sender-details/sealing.ts'
import { storeTransfer } from '../testing/stored-transfer.ts'
import { Client } from '../security/testing/client.ts'
import { Inbox } from '../security/testing/inbox.ts'
import { settingsOf, startSandboxProviders } from '../security/testing/product.ts'
import { freePort } from '@sesa/test-kit/ports'
import { startJobs } from '../testing/job-runner.ts'
import { compose } from '../compose/product.ts'
import { readConfig } from '../config/config.ts'
import { runCli } from './run.ts'

const OLD = { SESA_SECRET: randomBytes(32).toString('base64') }
const NEW = { SESA_SECRET: randomBytes(32).toString('base64') }
const LOST = { SESA_SECRET: randomBytes(32).toString('base64') }
/** For a machine that already accepts the next secret while other machines switch to it. */
const PREPARED = { ...OLD, SESA_SECRET_BEFORE: NEW.SESA_SECRET }
const CHANGING = { ...NEW, SESA_SECRET_BEFORE: OLD.SESA_SECRET }

let database: TestDatabase
let sandbox: Awaited<ReturnType<typeof startSandboxProviders>>
let port: number
beforeAll(async () => {
  database = await createTestDatabase()
  port = await freePort()
  sandbox = await startSandboxProviders(port)
})
afterAll(async () => {
  await sandbox.close()
  await database.drop()
})

const settings = (secrets: Readonly<Record<string, string>>) => ({
  ...settingsOf(database, sandbox.url, port),
  DATABASE_OWNER_URL: database.ownerUrl,
  SESA_LOG_LEVEL: 'silent',
  ...secrets,
})

/** Runs the product with these secrets during `work`; it sends its messages only `withJobs`. */
async function under(
  secrets: Readonly<Record<string, string>>,
  { withJobs }: { withJobs: boolean },
  work: () => Promise<void>,
): Promise<void> {
  const product = compose(readConfig(settings(secrets)))
  await product.prepare()
  const app = await product.createHttp({ pages: false })
  await app.listen({ host: '127.0.0.1', port })
  const stopJobs = withJobs ? await startJobs(database, product.jobs) : undefined
  const sweeper = product.createSweeper()
  if (withJobs) sweeper.start()
  try {
    await work()
  } finally {
    await sweeper.stop()
    await stopJobs?.()
    await app.close()
    await product.close()
  }
}

async function sesa(secrets: Readonly<Record<string, string>>, ...args: readonly string[]) {
  let out = ''
  const write = (text: string) => void (out += text)
  const surroundings = { env: settings(secrets), processes: [], writeOut: write, writeErr: write }
  return { code: await runCli(args, surroundings), out }
}

const sealing = ({ SESA_SECRET }: { SESA_SECRET: string }) =>
  documentSealing({ secret: Buffer.from(SESA_SECRET, 'base64') })

/**
 * Stores a document number sealed under the old secret, also in a transfer and in a closed account's record.
 */
async function keepDocument(userId: string, number: string): Promise<void> {
  const { owner } = database
  await owner
    .insertInto('sender_details')
    .values({
      user_id: userId,
      nationality: 'LR',
      address_line: '12 Broad Street',
      city: 'Monrovia',
      country: 'LR',
      identification_type: 'passport',
      identification_number: sealing(OLD).seal(number, userId),
    })
    .execute()
  await storeTransfer(owner, userId, 'sent')
  await sql`insert into transfer_senders (transfer_id, user_id, name, identification_number)
    select t.id, t.user_id, 'Fatu', d.identification_number
    from transfers t join sender_details d on d.user_id = t.user_id where t.user_id = ${userId}`.execute(
    owner,
  )
  await sql`insert into locked_records (user_id, locked_until, record)
    select user_id, now() + interval '1 year', jsonb_build_object('name', 'Fatu', 'senderDetails', to_jsonb(d),
      'senders', (select jsonb_agg(to_jsonb(s)) from transfer_senders s where s.user_id = d.user_id))
    from sender_details d where user_id = ${userId}`.execute(owner)
}

async function userOf(phoneNumber: string): Promise<string> {
  const { user_id: userId } = await database.owner
    .selectFrom('phone_identities')
    .select('user_id')
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirstOrThrow()
  return userId
}

/** Reads the stored and the locked copies of the document under the new secret. */
async function documentOf(userId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select identification_number as sealed from sender_details where user_id = ${userId} union all
    select identification_number from transfer_senders where user_id = ${userId} union all
    select (record #>> path)::bytea from locked_records,
      (values ('{senderDetails,identification_number}'::text[]), ('{senders,0,identification_number}')) as n (path)
    where user_id = ${userId}`.execute(database.owner)
  return rows.map(({ sealed }) => sealing(NEW).unseal(sealed, userId))
}

const RENEW = ['secret', 'renew', '--by', 'Fatu Sesay', '--reason', 'an engineer left'] as const

it('changes the secret: values of the earlier one stay readable, are re-encrypted, and then open without it', async () => {
  const client = new Client(`http://127.0.0.1:${port}`)
  const inbox = new Inbox(sandbox.url)
  const [first, second, third] = ['+231770000101', '+231770000102', '+231770000103']
  const ask = async (phoneNumber: string): Promise<string> => {
    const { body, text } = await client.send('POST', '/auth/phone/start', { phoneNumber })
    expect(body['verificationId'], text).toBeTypeOf('string')
    return String(body['verificationId'])
  }
  const type = async (verificationId: string, code: string): Promise<string> => {
    const answer = await client.send('POST', '/auth/phone/verify', { verificationId, code })
    expect(answer.status, answer.text).toBe(200)
    return String(answer.body['idToken'])
  }
  const isTaken = async (idToken: string): Promise<void> => {
    client.bearer = idToken
    expect((await client.send('GET', '/user/auth')).status).toBe(200)
    client.bearer = undefined
  }

  let [begun, code, waiting, token, userId] = ['', '', '', '', '']
  await under(OLD, { withJobs: false }, async () => {
    begun = await ask(first)
    // Creates the signing key.
    await client.send('GET', '/.well-known/jwks.json')
  })
  await under(CHANGING, { withJobs: true }, async () => {
    // The message was queued under the old secret, with the code in it.
    token = await type(begun, await inbox.code(first))
    begun = await ask(third)
    code = await inbox.code(third)
  })
  await under(PREPARED, { withJobs: false }, async () => {
    await isTaken(token)
    token = await type(begun, code)
  })
  await under(OLD, { withJobs: false }, async () => {
    waiting = await ask(second)
    await isTaken(token)
    userId = await userOf(first)
    await keepDocument(userId, 'LR0000001')
  })

  const forgotten = await sesa(NEW, 'secret', 'show')
  expect(forgotten.code, forgotten.out).toBe(1)
  expect(forgotten.out).toContain('6 aren’t encrypted under SESA_SECRET. Set SESA_SECRET_BEFORE')
  const vain = await sesa(NEW, ...RENEW)
  expect(vain.code, vain.out).toBe(2)
  expect(vain.out).toContain('Set SESA_SECRET_BEFORE')
  const before = await sesa(CHANGING, 'secret', 'show')
  expect(before.code, before.out).toBe(1)
  expect(before.out).toMatch(
    /signing keys +0 +1 +0\nwaiting messages +0 +1 +0\nsenders’ documents +0 +2 +0\ndocuments of closed accounts +0 +2 +0/,
  )
  const renewed = await sesa(CHANGING, ...RENEW)
  expect(renewed.code, renewed.out).toBe(0)
  expect(renewed.out).toContain('6 re-encrypted')
  const after = await sesa(NEW, 'secret', 'show')
  expect(after.code, after.out).toBe(0)
  expect(after.out).toMatch(
    /signing keys +1 +0 +0\nwaiting messages +1 +0 +0\nsenders’ documents +2 +0 +0\ndocuments of closed accounts +2 +0 +0/,
  )
  expect(await documentOf(userId)).toEqual(Array.from({ length: 4 }, () => 'LR0000001'))

  await under(NEW, { withJobs: true }, async () => {
    await isTaken(token)
    // The code was hashed under the earlier secret, which is no longer set.
    code = await inbox.code(second)
    const late = await client.send('POST', '/auth/phone/verify', { verificationId: waiting, code })
    expect(late.code).toBe('code_wrong')
  })
  // The earlier secret is lost: the signing key is replaced, and the retired key no longer counts.
  await under(LOST, { withJobs: false }, async () => {
    await client.send('GET', '/.well-known/jwks.json')
  })
  expect((await sesa(LOST, 'secret', 'show')).out).toMatch(/signing keys +1 +0 +0\n/)
  const actions = await database.owner
    .selectFrom('staff_actions')
    .select(['action', 'staff', 'reason'])
    .execute()
  expect(actions).toEqual([{ action: 'renew_secret', staff: 'Fatu Sesay', reason: 'an engineer left' }])
})

it('re-encrypts nothing without a name and a reason', async () => {
  const refused = await sesa(CHANGING, 'secret', 'renew')
  expect(refused.code).toBe(2)
  expect(refused.out).toContain('--by NAME')
})
