import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { anchorCrons, appendRead, checkChain, readAnchorFile, readHead, verifyChain } from './index.ts'
import { countFaults, lastCheck } from './store.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  for (let number = 1; number <= 9; number++)
    await appendRead(database.db, {
      member: null,
      action: 'customer.read',
      subject: `account ${number}`,
      words: { reason: `Call number ${number}` },
    })
})
afterEach(() => database.drop())

const TRIGGERS = [
  ['audit_log', 'never_changes'],
  ['audit_details', 'never_change'],
] as const

/** Runs statements as an attacker with the owner's password who has disabled the triggers. */
async function tamper(...statements: readonly string[]): Promise<void> {
  const { owner } = database
  for (const [table] of TRIGGERS) await sql.raw(`alter table ${table} disable trigger user`).execute(owner)
  await sql.raw('alter table audit_details drop constraint audit_details_seq_fkey').execute(owner)
  for (const statement of statements) await sql.raw(statement).execute(owner)
}

const verify = () => verifyChain(database.db, [])
const broken = async () => {
  const found = (await verify()).broken
  return found && [found.what, Number(found.seq)]
}

/** Rewrites the chain from an entry on, including hashes and the end. */
async function rewriteFrom(seq: number): Promise<void> {
  const { owner } = database
  const rows = await owner.selectFrom('audit_log').select(['seq', 'content', 'hash']).orderBy('seq').execute()
  let previous = rows.find((row) => row.seq === BigInt(seq - 1))?.hash ?? Buffer.alloc(32)
  for (const row of rows.filter((one) => one.seq >= BigInt(seq))) {
    const hash = createHash('sha256').update(previous).update(row.content).digest()
    await sql`update audit_log set previous = ${previous}, hash = ${hash} where seq = ${row.seq}`.execute(
      owner,
    )
    previous = hash
  }
  await sql`update audit_head set hash = ${previous}`.execute(owner)
}

const CHANGE_5 = `update audit_log set content = replace(content, 'account 5', 'account 6') where seq = 5`
const SHIFT_UP = ['audit_log', 'audit_details']
  .map(
    (table) =>
      `update ${table} set seq = seq + 1000 where seq > 4; update ${table} set seq = seq - 999 where seq > 4`,
  )
  .join(';')

describe('the audit log', () => {
  it('verifies', async () => {
    expect(await verify()).toEqual({ entries: 9n, erased: [], anchors: 0, broken: null })
  })

  it('cannot be changed, deleted or emptied, by the application or by the owner', async () => {
    for (const by of [database.db, database.owner])
      for (const statement of [
        `update audit_log set content = '{}' where seq = 5`,
        'delete from audit_log where seq = 5',
        'truncate audit_log cascade',
        `update audit_details set detail = '{}' where seq = 5`,
        'delete from audit_head',
      ])
        await expect(sql.raw(statement).execute(by)).rejects.toThrow(/permission denied|refused|never/i)
    await expect(
      sql`insert into audit_log (seq, previous, content, hash) select 10, hash, '{}', hash from audit_head`.execute(
        database.db,
      ),
    ).rejects.toThrow('permission denied')
    expect((await verify()).broken).toBeNull()
  })

  it('numbers entries without a gap while many are appended at once', async () => {
    await Promise.all(
      Array.from({ length: 60 }, () => appendRead(database.db, { member: null, action: 'customer.read' })),
    )
    expect(await verify()).toMatchObject({ entries: 69n, broken: null })
  })

  it.each<[string, readonly string[], readonly [string, number]]>([
    ['a changed entry', [CHANGE_5], ['changed', 5]],
    [
      'a changed entry with a hash that fits it',
      [CHANGE_5, `update audit_log set hash = sha256(previous || convert_to(content, 'UTF8')) where seq = 5`],
      ['changed', 5],
    ],
    [
      'changed words',
      [`update audit_details set detail = '{"reason": "other"}' where seq = 5`],
      ['changed', 5],
    ],
    ['a deleted entry', ['delete from audit_log where seq = 5'], ['deleted', 5]],
    ['a deleted first entry', ['delete from audit_log where seq = 1'], ['deleted', 1]],
    [
      'a deleted entry whose number the next ones took',
      ['delete from audit_log where seq = 5', 'update audit_log set seq = seq - 1 where seq > 5'],
      ['deleted', 5],
    ],
    [
      'an inserted entry',
      [
        SHIFT_UP,
        `insert into audit_log (seq, previous, content, hash)
         select 5, hash, replace(content, '"seq": 4', '"seq": 5'), sha256(hash || convert_to(replace(content, '"seq": 4', '"seq": 5'), 'UTF8'))
         from audit_log where seq = 4`,
      ],
      ['inserted', 5],
    ],
    [
      'an entry after the end',
      [
        `insert into audit_log (seq, previous, content, hash)
        select 10, hash, replace(content, '"seq": 9', '"seq": 10'), sha256(hash || convert_to(replace(content, '"seq": 9', '"seq": 10'), 'UTF8'))
        from audit_log where seq = 9`,
      ],
      ['inserted', 10],
    ],
    [
      'two entries that changed places',
      [
        'update audit_log set seq = 100 where seq = 4',
        'update audit_log set seq = 4 where seq = 6',
        'update audit_log set seq = 6 where seq = 100',
      ],
      ['reordered', 4],
    ],
    ['a cut tail', ['delete from audit_log where seq > 6'], ['cut', 7]],
  ])('names %s', async (_name, statements, found) => {
    await tamper(...statements)
    expect(await broken()).toEqual(found)
  })

  it('detects a cut tail and a whole new chain by the anchors outside the database', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sesa-anchors-'))
    const file = path.join(folder, 'anchors')
    try {
      const [cron] = anchorCrons(
        { db: database.db, messages: { queue: async () => undefined } },
        { file, email: undefined },
      )
      await cron?.run()
      await appendRead(database.db, { member: null, action: 'customer.read' })
      await cron?.run()
      const anchors = await readAnchorFile(file)
      expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2)
      expect(await verifyChain(database.db, anchors)).toMatchObject({ anchors: 2, broken: null })

      await tamper(CHANGE_5)
      await rewriteFrom(5)
      expect((await verify()).broken).toBeNull()
      expect((await verifyChain(database.db, anchors)).broken).toMatchObject({ what: 'changed', seq: 1n })
      // With an anchor that still agrees, the range is known.
      const { hash } = await database.owner
        .selectFrom('audit_log')
        .select('hash')
        .where('seq', '=', 3n)
        .executeTakeFirstOrThrow()
      const early = { at: '2026-11-26T00:13:00.000Z', seq: 3n, hash: hash.toString('hex') }
      expect((await verifyChain(database.db, [...anchors, early])).broken).toMatchObject({
        what: 'changed',
        seq: 4n,
      })

      await tamper2(database)
      expect((await verify()).broken).toBeNull()
      expect((await verifyChain(database.db, anchors)).broken).toMatchObject({ what: 'cut', seq: 8n })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('records each check of the chain, with the first fault', async () => {
    const resultOf = async (): Promise<unknown> =>
      (JSON.parse((await lastCheck(database.db)) ?? '{}') as { change?: { after: unknown } }).change?.after
    expect(await resultOf()).toBeUndefined()
    await checkChain(database.db, { file: undefined })
    expect(await resultOf()).toEqual({ entries: '9', anchors: 0, broken: null })
    expect(await countFaults(database.db)).toBe(0)
    await tamper(CHANGE_5)
    await checkChain(database.db, { file: undefined })
    expect(await resultOf()).toMatchObject({
      entries: '4',
      broken: expect.stringMatching(/^number 5: changed/),
    })
    expect(await countFaults(database.db)).toBe(1)
  })

  it('mails the anchor', async () => {
    const sent: unknown[] = []
    const [cron] = anchorCrons(
      { db: database.db, messages: { queue: async (_tx, message) => void sent.push(message) } },
      { file: undefined, email: 'auditor@sesa.example' },
    )
    await cron?.run()
    const { seq, hash } = await readHead(database.db)
    expect(sent).toMatchObject([{ to: 'auditor@sesa.example', text: expect.stringContaining(hash) }])
    expect(seq).toBe(9n)
    expect(
      anchorCrons(
        { db: database.db, messages: { queue: async () => undefined } },
        { file: undefined, email: undefined },
      ),
    ).toEqual([])
  })
})

/** Cuts the chain after number 7, including its end. */
async function tamper2({ owner }: TestDatabase): Promise<void> {
  await sql`delete from audit_log where seq > 7`.execute(owner)
  await sql`update audit_head set seq = 7, hash = (select hash from audit_log where seq = 7)`.execute(owner)
}
