import { MOST_SCHEMA_BYTES } from '@sesa/contract/office'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Db, Tx } from '../../../../db/index.ts'
import type { Profile } from '../profiles.ts'
import { readCodeLists, type CodeLists } from './code-lists.ts'
import { requireSchema } from './validate.ts'
import { actionRefused } from '../../../../lib/refused.ts'

/** A schema for the documents of a profile, with its code lists. */
export interface Schema {
  readonly name: string
  readonly text: string
  /** True for our own sample schema for the sandbox. */
  readonly isSample: boolean
  readonly lists: CodeLists
}

const sampleOf = (format: 'goaml' | 'fincen'): string =>
  readFileSync(new URL(`./sample-${format}.xsd`, import.meta.url), 'utf8')

/** Cache of the code lists read last; reading one takes a tenth of a second. */
const read = new Map<string, CodeLists>()
const MOST_READ = 8

function listsOf(key: string, text: string, format: Profile['format']): CodeLists {
  const known = read.get(`${format} ${key}`)
  if (known !== undefined) return known
  if (read.size >= MOST_READ) read.clear()
  const lists = readCodeLists(text, format)
  read.set(`${format} ${key}`, lists)
  return lists
}

/**
 * Returns the schema that a profile names; in the sandbox, a sample for a profile without one. Returns null for a printed
 * report, and for a live profile without a schema, whose documents cannot be approved.
 */
export async function schemaOf(
  db: Db | Tx,
  { format, schema }: Profile,
  isSandbox: boolean,
): Promise<Schema | null> {
  if (format === 'printed') return null
  if (schema === undefined) {
    if (!isSandbox) return null
    return { name: 'our sample', text: sampleOf(format), isSample: true, lists: {} }
  }
  const { name, sha256 } = schema
  const row = await findSchema(db, sha256)
  if (row === undefined) throw actionRefused(`There’s no schema file with SHA-256 ${sha256}. Add it again.`)
  return { name, text: row.text, isSample: false, lists: listsOf(sha256, row.text, format) }
}

const findSchema = (db: Db | Tx, sha256: string): Promise<{ text: string } | undefined> =>
  db
    .selectFrom('report_schemas')
    .select('text')
    .where('digest', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst()

/** Refuses a profile whose schema file is not stored. @throws Refused. */
export async function requireStored(db: Db | Tx, { schema }: Profile): Promise<void> {
  if (schema !== undefined && (await findSchema(db, schema.sha256)) === undefined)
    throw actionRefused(`schema: there’s no file with SHA-256 ${schema.sha256}. Add the file first.`)
}

/**
 * Stores a schema file and returns its reference for a profile. It is used once two people set such a profile. @throws
 * Refused for an unusable file.
 */
export async function storeSchema(
  db: Db,
  { name, text }: { readonly name: string; readonly text: string },
  author: string,
): Promise<NonNullable<Profile['schema']>> {
  if (Buffer.byteLength(text) > MOST_SCHEMA_BYTES)
    throw actionRefused(
      `The file is larger than ${MOST_SCHEMA_BYTES / 1024} KB. Check that it is the schema.`,
    )
  await requireSchema(text)
  const digest = createHash('sha256').update(text).digest()
  await db
    .insertInto('report_schemas')
    .values({ digest, name, text, author })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { name, sha256: digest.toString('hex') }
}
