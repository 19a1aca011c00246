import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Db } from '../../../db/index.ts'
import { readHead, type Anchor } from './store.ts'

/** The first fault of the chain. */
export interface Tampering {
  /** The first wrong entry. */
  readonly seq: bigint
  readonly what: 'inserted' | 'changed' | 'deleted' | 'reordered' | 'cut' | 'erased'
  readonly means: string
}

/** An entry whose words were erased. */
export interface Erased {
  readonly seq: bigint
  readonly subject: string | null
}

export interface Verified {
  /** Number of entries that agree with the chain, from the first on. */
  readonly entries: bigint
  /** Entries whose words were erased together with the account that they are about. */
  readonly erased: readonly Erased[]
  readonly anchors: number
  readonly broken: Tampering | null
}

const BATCH = 5_000
const content = v.object({
  seq: v.number(),
  action: v.string(),
  subject: v.nullable(v.string()),
  words: v.nullable(v.string()),
  change: v.nullish(v.object({ after: v.nullish(v.object({ entries: v.optional(v.array(v.number())) })) })),
})

interface Row {
  readonly seq: bigint
  readonly previous: Buffer
  readonly content: string
  readonly hash: Buffer
  readonly salt: Buffer | null
  readonly detail: string | null
}

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

function readContent(text: string): v.InferOutput<typeof content> | null {
  try {
    const parsed = v.safeParse(content, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

const rowsAfter = (db: Db, seq: bigint): Promise<Row[]> =>
  db
    .selectFrom('audit_log as l')
    .leftJoin('audit_details as d', 'd.seq', 'l.seq')
    .select(['l.seq', 'l.previous', 'l.content', 'l.hash', 'd.salt', 'd.detail'])
    .where('l.seq', '>', seq)
    .orderBy('l.seq')
    .limit(BATCH)
    .execute()

/** Returns true if the entry with this number is anywhere in the chain. */
async function isHeld(db: Db, written: bigint): Promise<boolean> {
  for (let last = 0n; ;) {
    const rows = await rowsAfter(db, last)
    if (rows.some((row) => readContent(row.content)?.seq === Number(written))) return true
    const end = rows.at(-1)
    if (end === undefined) return false
    last = end.seq
  }
}

/** Returns the fault of an entry that follows a valid one, or null. */
async function judge(db: Db, row: Row, before: { seq: bigint; hash: Buffer }): Promise<Tampering | null> {
  const expected = before.seq + 1n
  if (row.seq !== expected) return { seq: expected, what: 'deleted', means: 'the entry is missing' }
  const read = readContent(row.content)
  const written = read === null ? null : BigInt(read.seq)
  if (written !== null && written < row.seq && sha256(row.previous, row.content).equals(row.hash))
    return { seq: written, what: 'inserted', means: `another entry is in the place of number ${written}` }
  if (written !== null && written > row.seq)
    return (await isHeld(db, row.seq))
      ? { seq: row.seq, what: 'reordered', means: `number ${written} is here` }
      : { seq: row.seq, what: 'deleted', means: 'the entry is missing, and later ones have its number' }
  if (!sha256(row.previous, row.content).equals(row.hash))
    return { seq: row.seq, what: 'changed', means: 'its content doesn’t match its hash' }
  if (!row.previous.equals(before.hash))
    return before.seq === 0n
      ? { seq: row.seq, what: 'changed', means: 'the first entry doesn’t start the chain' }
      : { seq: before.seq, what: 'changed', means: `number ${row.seq} follows different content` }
  if (row.detail === null || row.salt === null) return null
  const digest = sha256(row.salt, row.detail).toString('hex')
  return digest === read?.words
    ? null
    : { seq: row.seq, what: 'changed', means: 'its text doesn’t match the entry’s digest' }
}

/** Compares an anchor with the entry of its number. `good` is the last anchor before it that agreed. */
async function compareAnchor(db: Db, anchor: Anchor, good: bigint): Promise<Tampering | null> {
  const row = await db.selectFrom('audit_log').select('hash').where('seq', '=', anchor.seq).executeTakeFirst()
  if (row === undefined) {
    const { seq } = await readHead(db)
    return {
      seq: seq + 1n,
      what: 'cut',
      means: `the anchor of ${anchor.at} has number ${anchor.seq}, but the chain ends before it`,
    }
  }
  return row.hash.toString('hex') === anchor.hash
    ? null
    : {
        seq: good + 1n,
        what: 'changed',
        means: `the chain was rewritten between number ${good + 1n} and number ${anchor.seq}: it doesn’t match the anchor of ${anchor.at}`,
      }
}

/** Collects entries without words, and those explained by the erasure of an account. */
function createErasures() {
  const gone = new Map<bigint, Erased>()
  const explained: Erased[] = []
  return {
    read(row: Row): void {
      const entry = readContent(row.content)
      if (entry === null) return
      const { action, subject, words, change } = entry
      if (words !== null && row.detail === null) gone.set(row.seq, { seq: row.seq, subject })
      if (action !== 'audit.words_erased') return
      for (const number of change?.after?.entries ?? []) {
        const erased = gone.get(BigInt(number))
        if (erased === undefined || erased.subject !== subject) continue
        explained.push(erased)
        gone.delete(erased.seq)
      }
    },
    /** Returns the explained erasures, and the first entry whose account is not closed or that no erasure explains. */
    async compare(
      db: Db,
    ): Promise<{ readonly erased: readonly Erased[]; readonly broken: Tampering | null }> {
      const accounts = [...new Set(explained.map(({ subject }) => subject))]
      const { rows } = await sql<{ id: string }>`
        select id::text from users where id::text = any (${accounts}) and closed_at is not null`.execute(db)
      const closed = new Set(rows.map(({ id }) => id))
      const erased = explained.filter(({ subject }) => closed.has(subject ?? ''))
      const without = [...gone.values(), ...explained.filter((one) => !erased.includes(one))]
      const [first, ...others] = without.sort((a, b) => Number(a.seq - b.seq))
      if (first === undefined) return { erased, broken: null }
      const rest = others.length === 0 ? '' : `; also of ${others.map(({ seq }) => seq).join(', ')}`
      const means = `its text is missing without an account erasure${rest}`
      return { erased, broken: { seq: first.seq, what: 'erased', means } }
    },
  }
}

/**
 * Walks the whole chain and compares it with the anchors stored outside the database. Returns the first wrong entry. Only an
 * anchor reveals an owner of the database who rewrites the whole chain.
 */
export async function verifyChain(db: Db, anchors: readonly Anchor[]): Promise<Verified> {
  // Read the head first: entries that arrive during the walk are checked next time.
  const head = await readHead(db)
  let before = { seq: 0n, hash: Buffer.alloc(32) as Buffer }
  const erasures = createErasures()
  const result = (broken: Tampering | null, erased: readonly Erased[] = []): Verified => ({
    entries: before.seq,
    erased,
    anchors: anchors.length,
    broken,
  })
  for (;;) {
    const rows = await rowsAfter(db, before.seq)
    for (const row of rows) {
      const broken = await judge(db, row, before)
      if (broken !== null) return result(broken)
      erasures.read(row)
      before = { seq: row.seq, hash: row.hash }
    }
    if (rows.length < BATCH) break
  }
  if (before.seq < head.seq)
    return result({
      seq: before.seq + 1n,
      what: 'cut',
      means: `the chain should end at number ${head.seq}`,
    })
  const now = await readHead(db)
  if (now.seq < before.seq)
    return result({ seq: now.seq + 1n, what: 'inserted', means: 'not appended by the product' })
  let good = 0n
  for (const anchor of [...anchors].sort((a, b) => Number(a.seq - b.seq))) {
    if (anchor.seq === 0n) continue
    const broken = await compareAnchor(db, anchor, good)
    if (broken !== null) return result(broken)
    good = anchor.seq
  }
  const { erased, broken } = await erasures.compare(db)
  return result(broken, erased)
}
