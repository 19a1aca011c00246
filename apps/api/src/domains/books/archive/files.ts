import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as v from 'valibot'
import { MONTHLY, type Monthly } from './months.ts'
import { actionRefused } from '../../../lib/refused.ts'

/** A row as stored in a file: every column as text, by name. */
export type Row = Readonly<Record<string, string | null>>

const file = v.object({ file: v.string(), rows: v.number(), bytes: v.number(), sha256: v.string() })
const manifestForm = v.object({
  month: v.string(),
  fromId: v.nullable(v.string()),
  toId: v.string(),
  schemaVersion: v.number(),
  writtenAt: v.string(),
  tables: v.object({ ledger_postings: file, transfer_events: file }),
  /** Net amount that the postings moved into each account, in minor units. */
  sums: v.record(v.string(), v.string()),
})
export type Manifest = v.InferOutput<typeof manifestForm>
export type ArchiveFile = v.InferOutput<typeof file>

const MANIFEST = 'manifest.json'
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Writes one table of a month as compressed JSON lines. Replaces files of an interrupted run. */
export async function writeTable(
  folder: string,
  table: Monthly,
  lines: AsyncIterable<string>,
): Promise<ArchiveFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${table}.jsonl.gz`
  let rows = 0
  async function* counted() {
    for await (const line of lines) {
      rows++
      yield `${line}\n`
    }
  }
  const hash = createHash('sha256')
  const zipped = createGzip().on('data', (part: Buffer) => hash.update(part))
  // Flush, since the table is dropped afterwards.
  const target = createWriteStream(path.join(folder, name), { mode: 0o600, flush: true })
  await finished(pipeline(Readable.from(counted()), zipped, target, () => undefined))
  return { file: name, rows, bytes: target.bytesWritten, sha256: hash.digest('hex') }
}

/** Writes the manifest atomically and returns its SHA-256. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<string> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const draft = path.join(folder, `${MANIFEST}.new`)
  await writeFile(draft, text, { mode: 0o600, flush: true })
  await rename(draft, path.join(folder, MANIFEST))
  return sha256Of(text)
}

/** Reads a manifest. @throws Refused when it is missing or differs from the one in the database. */
export async function readManifest(folder: string, sha256: string): Promise<Manifest> {
  const name = path.join(folder, MANIFEST)
  const text = await readFile(name, 'utf8').catch(() => {
    throw actionRefused(`Can’t read ${name}. Put the archive there, or set ARCHIVE_DIR to its folder.`)
  })
  if (sha256Of(text) !== sha256)
    throw actionRefused(`${name} isn’t this month’s manifest. Restore the file from a copy.`)
  return v.parse(manifestForm, JSON.parse(text))
}

/** Reads the rows of a table in order; feeds the file's bytes to `hash`. */
export async function* readTable(folder: string, name: string, hash?: Hash): AsyncGenerator<Row> {
  const source = createReadStream(path.join(folder, name))
  source.on('data', (part) => hash?.update(part))
  // A read or decompression error ends the loop below.
  const text = pipeline(source, createGunzip(), () => undefined).setEncoding('utf8')
  let rest = ''
  for await (const part of text as AsyncIterable<string>) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Row
  }
}

/** Adds a posting to the sums of both accounts. */
function addPosting(sums: Map<string, bigint>, { from_account: from, to_account: to, amount }: Row): void {
  const moved = BigInt(amount ?? '')
  for (const [account, change] of [
    [to, moved],
    [from, -moved],
  ] as const)
    sums.set(account ?? '', (sums.get(account ?? '') ?? 0n) + change)
}

/**
 * Reads every file of a month back and compares its bytes, rows and posting sums with the manifest.
 * @throws Refused naming the file that differs.
 */
export async function verifyFiles(folder: string, manifest: Manifest): Promise<void> {
  const sums = new Map<string, bigint>()
  for (const table of MONTHLY) {
    const { file: name, rows, sha256 } = manifest.tables[table]
    const hash = createHash('sha256')
    let found = 0
    try {
      for await (const row of readTable(folder, name, hash)) {
        found++
        if (table === 'ledger_postings') addPosting(sums, row)
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw actionRefused(`Can’t read ${path.join(folder, name)} (${why}). Restore the file from a copy.`)
    }
    if (hash.digest('hex') !== sha256 || found !== rows)
      throw actionRefused(
        `${path.join(folder, name)} differs from its manifest (${found} of ${rows} rows). Restore the file from a copy.`,
      )
  }
  const differs =
    sums.size !== Object.keys(manifest.sums).length ||
    [...sums].some(([account, sum]) => manifest.sums[account] !== String(sum))
  if (differs) throw actionRefused(`The postings in ${folder} don’t match the totals in the manifest.`)
}
