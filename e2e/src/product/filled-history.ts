import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const SCRIPT = path.resolve(import.meta.dirname, '../../../apps/api/src/testing/fill-transfers.ts')

/**
 * The owner's connection to the embedded PostgreSQL of a data directory, from the files that the launcher (password)
 * and PostgreSQL (port, the fourth line) keep there.
 */
export async function ownerUrlOf(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'postgres')
  const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim()
  const port = (await readFile(path.join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[3]
  return `postgres://postgres:${password}@127.0.0.1:${port ?? ''}/sesa`
}

/** Adds copies of the one transfer that there is, until there are so many, one in `ownShare` of them its sender's own. */
export async function fillTransfers(ownerUrl: string, upTo: number, ownShare = 1): Promise<void> {
  await promisify(execFile)(process.execPath, [SCRIPT, ownerUrl, String(upTo), String(ownShare)])
}
