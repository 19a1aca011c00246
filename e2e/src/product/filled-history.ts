import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const SCRIPTS = path.resolve(import.meta.dirname, '../../../apps/api/src/testing')

const run = (script: string, ...given: readonly string[]) =>
  promisify(execFile)(process.execPath, [path.join(SCRIPTS, script), ...given])

/**
 * Returns the owner's connection to the embedded PostgreSQL of a data directory. The launcher stores the
 * password there, and PostgreSQL the port, on the fourth line of its pid file.
 */
export async function ownerUrlOf(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'postgres')
  const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim()
  const port = (await readFile(path.join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[3]
  return `postgres://postgres:${password}@127.0.0.1:${port ?? ''}/sesa`
}

/** Copies the oldest transfer until there are `upTo`. One in `ownShare` copies belongs to its customer. */
export async function fillTransfers(ownerUrl: string, upTo: number, ownShare = 1): Promise<void> {
  await run('fill-transfers.ts', ownerUrl, String(upTo), String(ownShare))
}

/** Makes every scheduled step of a transfer due: waits between attempts take minutes. */
export async function makeStepsDue(ownerUrl: string): Promise<void> {
  await run('make-steps-due.ts', ownerUrl)
}
