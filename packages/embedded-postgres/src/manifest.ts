import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, readFile, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A backup that cannot be taken, read or restored; the message says why, and what to do. */
export class BackupError extends Error {}

/** The database that answers is not the one in the folder. */
export class OtherDatabase extends BackupError {}

interface BackedUpFile {
  /** Below the backup's folder. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** The list of a backup's files. It is written last, so a folder without one is no backup. */
export interface Manifest {
  readonly format: 1
  /** When the backup began and ended, ISO. It restores the database as of the end. */
  readonly startedAt: string
  readonly endedAt: string
  readonly postgres: string
  readonly systemIdentifier: string
  /** Of the product's schema. */
  readonly schemaVersion: number
  /** The files beside the database, such as `secrets.json`. */
  readonly beside: readonly string[]
  /** Every folder, since PostgreSQL needs some that are empty. */
  readonly folders: readonly string[]
  readonly files: readonly BackedUpFile[]
}

const NAME = 'manifest.json'

export const manifestFile = (folder: string): string => path.join(folder, NAME)

/** Copies a file for this user alone. Returns the size and the SHA-256 of what was written, on disk. */
export async function copyHashed(from: string, to: string): Promise<Pick<BackedUpFile, 'bytes' | 'sha256'>> {
  // Opened first: a file that is gone leaves no copy.
  const source = await open(from)
  return hashed(source, createWriteStream(to, { mode: 0o600, flush: true, flags: 'wx' }))
}

async function hashed(source: FileHandle, into: Writable): Promise<Pick<BackedUpFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part)
      bytes += part.length
      done(null, part)
    },
  })
  await pipeline(source.createReadStream(), count, into)
  return { bytes, sha256: hash.digest('hex') }
}

/** Returns the size and the SHA-256 of a file. */
export async function hashOf(file: string): Promise<Pick<BackedUpFile, 'bytes' | 'sha256'>> {
  return hashed(await open(file), new Writable({ write: (_part, _encoding, done) => done() }))
}

/** Reads a backup's manifest. @throws BackupError when there is none. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(manifestFile(folder), 'utf8')) as Manifest
    const paths = [...manifest.files.map((file) => file.path), ...manifest.folders, ...manifest.beside]
    if (manifest.format === 1 && paths.every(isInside)) return manifest
  } catch {
    // Described below, as any other content is.
  }
  throw new BackupError(
    `${folder} holds no complete backup: its ${NAME} is missing or cannot be read. Take another one.`,
  )
}

/** True for a path that does not lead out of the folder. */
function isInside(file: string): boolean {
  return !path.isAbsolute(file) && !file.split('/').includes('..')
}

/**
 * Compares each file of a backup with its manifest. @throws BackupError that names the first file which is missing, changed
 * or too many.
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const file of manifest.files) {
    const at = path.join(folder, file.path)
    const found = await stat(at).then(
      () => hashOf(at),
      () => undefined,
    )
    requireSame(file, found)
  }
  const listed = new Set([NAME, ...manifest.files.map(({ path: file }) => file)])
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const at = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (!entry.isDirectory() && !listed.has(at))
      throw new BackupError(`${at} is not part of the backup. Remove it, or use another backup.`)
  }
  return manifest
}

/** @throws BackupError unless a file is what the manifest says. */
export function requireSame(
  { path: file, bytes, sha256 }: BackedUpFile,
  found: Pick<BackedUpFile, 'bytes' | 'sha256'> | undefined,
): void {
  if (found === undefined) throw new BackupError(`${file} is missing from the backup. Use another backup.`)
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new BackupError(`${file} is not what was backed up: it was changed or damaged. Use another backup.`)
}
