import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { createTestDatabase, forge, type TestDatabase } from '../../../db/testing.ts'
import { appendRead, forgetStaffReads, verifyChain } from './index.ts'

let database: TestDatabase
let [leaving, staying] = ['', '']
beforeEach(async () => {
  database = await createTestDatabase()
  ;[leaving, staying] = [await makeAccount(), await makeAccount()]
  for (const subject of [leaving, staying, leaving, 'S-WP41P001'])
    await appendRead(database.db, {
      member: null,
      action: 'customer.revealed',
      subject,
      words: { reason: 'They called us' },
    })
})
afterEach(() => database.drop())

async function makeAccount(): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into users default values returning id`.execute(
    database.owner,
  )
  return rows[0]?.id ?? ''
}

async function makeMember(name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into staff_members (name, email, roles, activated_at)
    values (${name}, ${`${name}@sesa.example`}, '{compliance}', now()) returning id`.execute(database.owner)
  return rows[0]?.id ?? ''
}

/** Closes an account with a session, like its customer, or without one, like a command. */
const close = (account: string, session: 'with' | 'without', then = forgetStaffReads) =>
  inTransaction(database.db, 'test.close', async (tx) => {
    await sql`insert into security_events (user_id, session_id, kind)
      values (${account}, ${session === 'with' ? account : null}, 'account_closed')`.execute(tx)
    await sql`update users set closed_at = now() where id = ${account}`.execute(tx)
    await then(tx, account)
  })

const numbers = async () => {
  const { erased, broken } = await verifyChain(database.db, [])
  return { erased: erased.map(({ seq }) => Number(seq)), broken: broken && [broken.what, Number(broken.seq)] }
}

/** Erases words as a superuser, who is stopped by no grant. */
const erase = (where: string) => forge(database.owner, sql.raw(`delete from audit_details where ${where}`))

describe('the words of the audit log', () => {
  it('cannot be deleted by any role of the application', async () => {
    for (const role of [database.db, database.worker])
      for (const statement of [
        ...[1, 2, 3, 4].map((seq) => `delete from audit_details where seq = ${seq}`),
        'delete from audit_details',
        `delete from audit_details d using audit_log l where l.seq = d.seq and l.subject = '${leaving}'`,
        'truncate audit_details',
        `update audit_details set detail = ''`,
      ])
        await expect(sql.raw(statement).execute(role), statement).rejects.toThrow('permission denied')
    expect(await numbers()).toEqual({ erased: [], broken: null })
  })

  it('are erased with the account that its customer closes, and only those about it', async () => {
    await close(leaving, 'with')
    expect(await numbers()).toEqual({ erased: [1, 3], broken: null })
    const { rows } = await sql<{ content: string }>`select content from audit_log where seq = 5`.execute(
      database.db,
    )
    expect(JSON.parse(rows[0]?.content ?? '')).toMatchObject({
      ...{ action: 'audit.words_erased', member: null, subject: leaving },
      change: { after: { entries: [1, 3] } },
    })
  })

  it('leave no entry when there were none', async () => {
    await close(await makeAccount(), 'with')
    expect(await verifyChain(database.db, [])).toMatchObject({ entries: 4n, erased: [], broken: null })
  })

  it('are erased by a command before the first member has joined the office', async () => {
    await close(leaving, 'without')
    expect(await numbers()).toEqual({ erased: [1, 3], broken: null })
  })

  it('are erased only with two members’ approval afterwards', async () => {
    const [maker, checker] = [await makeMember('Efua'), await makeMember('Kofi')]
    await expect(close(leaving, 'without')).rejects.toThrow('neither the customer nor two members')
    const ask = (entity: string, state: string, action = 'erase_account') =>
      forge(
        database.owner,
        sql`insert into approvals (action, permission, entity, entity_version, payload, payload_hash, reason, maker,
            expires_at, state, checker, decided_at)
          values (${action}, 'erasure.request', ${entity}, '1', '{}', sha256('{}'), 'Asked', ${maker},
            now() + interval '1 day', ${state}, ${state === 'pending' ? null : checker},
            ${state === 'pending' ? null : sql`now()`})`,
      )
    await ask(staying, 'approved')
    await ask(leaving, 'rejected')
    await ask(leaving, 'approved', 'set_tier')
    await expect(close(leaving, 'without')).rejects.toThrow('neither the customer nor two members')
    await ask(leaving, 'approved')
    await close(leaving, 'without')
    expect(await numbers()).toEqual({ erased: [1, 3], broken: null })
  })

  it('stay while the account is open, and after it was closed before', async () => {
    const attempts: ((db: Db | Tx) => Promise<unknown>)[] = [
      (db) => sql`select erase_audit_words(${leaving})`.execute(db),
      (db) => sql`select erase_audit_words(${staying})`.execute(db),
      (db) => sql`select erase_audit_words(gen_random_uuid())`.execute(db),
    ]
    for (const attempt of attempts) {
      await expect(attempt(database.db)).rejects.toThrow('is not being closed')
      await expect(attempt(database.worker)).rejects.toThrow('permission denied')
    }
    // Closing one account erases nothing about another.
    await expect(close(staying, 'with', (tx) => forgetStaffReads(tx, leaving))).rejects.toThrow(
      'is not being closed',
    )
    await close(leaving, 'with')
    await appendRead(database.db, {
      ...{ member: null, action: 'customer.read', subject: leaving },
      words: { reason: 'A question of the authority' },
    })
    await expect(attempts[0]?.(database.db)).rejects.toThrow('is not being closed')
    expect(await numbers()).toEqual({ erased: [1, 3], broken: null })
  })
})

describe('audit verify', () => {
  it('reports words that are missing without the erasure of an account', async () => {
    await erase('seq = 2 or seq = 4')
    const { broken } = await verifyChain(database.db, [])
    expect(broken).toEqual({
      ...{ seq: 2n, what: 'erased' },
      means: 'its text is missing without an account erasure; also of 4',
    })
  })

  it.each<[string, () => Promise<unknown>, readonly number[]]>([
    ['of another account', () => claim(staying, [1]), []],
    ['of an account that is open', () => claim(leaving, [1]), []],
    ['of other numbers', () => close(leaving, 'with', () => claim(leaving, [3])), [3]],
    ['of no account', () => claim('S-WP41P001', [4]), []],
  ])('takes no entry for an erasure that speaks %s', async (_of, made, erased) => {
    await erase('true')
    await made()
    const found = await numbers()
    expect(found.broken?.[0]).toBe('erased')
    expect(found.erased).toEqual(erased)
  })
})

/** Appends an entry like an erasure. */
async function claim(subject: string, entries: readonly number[]): Promise<void> {
  await appendRead(database.db, {
    ...{ member: null, action: 'audit.words_erased', subject },
    change: { after: { entries } },
  })
}
