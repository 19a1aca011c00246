import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { BackupError } from './errors.ts'
import { opening, sealing } from './sealed.ts'

/** The database that answers is not the one in the folder. */
export class OtherDatabase extends BackupError {}

interface BackedUpFile {
  /** Relative to the backup's folder. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/**
 * The list of a backup's files, by their unencrypted content. It is written last, so a folder without one is not a
 * backup.
 */
export interface Manifest {
  readonly format: 2
  /** When the backup started and ended, ISO. It restores the database as of the end. */
  readonly startedAt: string
  readonly endedAt: string
  readonly postgres: string
  readonly systemIdentifier: string
  readonly schemaVersion: number
  /** The files next to the database, such as `secrets.json`. */
  readonly beside: readonly string[]
  /** Every folder, since PostgreSQL needs some empty ones. */
  readonly folders: readonly string[]
  readonly files: readonly BackedUpFile[]
}

export const MANIFEST = 'manifest.json'

type Content = Pick<BackedUpFile, 'bytes' | 'sha256'>

/** A backup's folder and its decryption key. */
export interface Sealed {
  readonly folder: string
  readonly key: Buffer
}

const toDisk = (file: string): Writable => createWriteStream(file, { mode: 0o600, flush: true, flags: 'wx' })

/** Encrypts a file, or some bytes, into a backup on disk. Returns the size and the SHA-256 of the unencrypted content. */
export async function sealFile(
  from: string | Buffer,
  { folder, key }: Sealed,
  name: string,
): Promise<Content> {
  // Opened first: a missing file leaves no copy.
  const source = typeof from === 'string' ? (await open(from)).createReadStream() : Readable.from([from])
  const { count, content } = counting()
  await pipeline(source, count, sealing(key, name), toDisk(path.join(folder, name)))
  return content()
}

/**
 * Decrypts a file of a backup, to `to` on disk or without output. Returns the size and the SHA-256 of the unencrypted
 * content.
 */
export async function openFile({ folder, key }: Sealed, name: string, to?: string): Promise<Content> {
  const source = (await open(path.join(folder, name))).createReadStream()
  const { count, content } = counting()
  const into = to === undefined ? new Writable({ write: (_part, _encoding, done) => done() }) : toDisk(to)
  await pipeline(source, opening(key, name), count, into)
  return content()
}

/** Returns a pass-through stream that computes its size and hash. */
function counting(): { count: Transform; content(): Content } {
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part)
      bytes += part.length
      done(null, part)
    },
  })
  return { count, content: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Reads a backup's manifest. @throws BackupError if there is none, or the key does not open it. */
export async function readManifest({ folder, key }: Sealed): Promise<Manifest> {
  const sealed = await readFile(path.join(folder, MANIFEST)).catch(() => undefined)
  if (sealed !== undefined) {
    const manifest = JSON.parse(await text(opening(key, MANIFEST)(Readable.from([sealed])))) as Manifest
    const paths = [...manifest.files.map((file) => file.path), ...manifest.folders, ...manifest.beside]
    if (manifest.format === 2 && paths.every(isInside)) return manifest
  }
  throw new BackupError(
    `${folder} has no complete backup: its ${MANIFEST} is missing or unreadable. Take another backup.`,
  )
}

/** Returns true for a path that stays within the folder. */
function isInside(file: string): boolean {
  return !path.isAbsolute(file) && !file.split('/').includes('..')
}

/**
 * Compares each file of a backup with its manifest. @throws BackupError that names the first missing, changed or extra
 * file.
 */
export async function verifyBackup(sealed: Sealed): Promise<Manifest> {
  const { folder } = sealed
  const manifest = await readManifest(sealed)
  for (const file of manifest.files) {
    const at = path.join(folder, file.path)
    const found = await stat(at).then(
      () => openFile(sealed, file.path),
      () => undefined,
    )
    requireSame(file, found)
  }
  const listed = new Set([MANIFEST, ...manifest.files.map(({ path: file }) => file)])
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const at = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (!entry.isDirectory() && !listed.has(at))
      throw new BackupError(`${at} is not part of the backup. Remove it, or use another backup.`)
  }
  return manifest
}

/**
 * Checks a file against the manifest.
 * @throws BackupError if it differs.
 */
export function requireSame(
  { path: file, bytes, sha256 }: BackedUpFile,
  found: Pick<BackedUpFile, 'bytes' | 'sha256'> | undefined,
): void {
  if (found === undefined) throw new BackupError(`${file} is missing from the backup. Use another backup.`)
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new BackupError(`${file} was changed or damaged after the backup. Use another backup.`)
}
