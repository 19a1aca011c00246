import { execFile } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { errorCode, PostgresStartError } from './errors.ts'

/** Reads `postmaster.pid`, where PostgreSQL writes its process id on line 1 and its state on line 8. */
export async function readPostmasterFile(
  clusterDir: string,
): Promise<{ pid: number; ready: boolean } | undefined> {
  const content = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  const lines = content.split('\n')
  return { pid: Number.parseInt(lines[0] ?? '', 10), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Cleans up after an earlier run: stops a server that still runs on this cluster, and removes the pid file, even if its
 * process is dead or another program now has its number. The caller holds the data directory's lock.
 */
export async function clearLeftovers(clusterDir: string): Promise<void> {
  const left = await readPostmasterFile(clusterDir)
  if (left === undefined) return
  if (await isPostmasterOf(left.pid, clusterDir)) await stopOrphan(left.pid, clusterDir)
  await rm(path.join(clusterDir, 'postmaster.pid'), { force: true })
}

/** Returns true while PostgreSQL runs on this cluster. */
export async function isInUse(clusterDir: string): Promise<boolean> {
  const found = await readPostmasterFile(clusterDir)
  return found !== undefined && (await isPostmasterOf(found.pid, clusterDir))
}

async function stopOrphan(pid: number, clusterDir: string): Promise<void> {
  for (const [signal, seconds] of stopEscalation) {
    signalProcess(pid, signal)
    const deadline = Date.now() + seconds * 1000
    while (Date.now() < deadline) {
      if (!(await isPostmasterOf(pid, clusterDir))) return
      await sleep(50)
    }
  }
  throw new PostgresStartError(
    `PostgreSQL (process ${pid}) is still running on ${clusterDir} and won’t stop. Run kill -9 ${pid}, then start again.`,
  )
}

/** PostgreSQL's fast shutdown, its immediate one, then a kill, with the seconds that each may take. */
export const stopEscalation: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 30],
  ['SIGQUIT', 10],
  ['SIGKILL', 5],
]

/** Sends a signal; ignores a process that has already ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!(pid > 1) || pid === process.pid) return false
  if (process.platform !== 'linux') return isNamedPostgres(pid, clusterDir)
  try {
    const [program, folder, own] = await Promise.all([
      readlink(`/proc/${pid}/exe`),
      readlink(`/proc/${pid}/cwd`),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    const isZombie = /\) Z /.test(own)
    return !isZombie && path.basename(program).startsWith('postgres') && folder === path.resolve(clusterDir)
  } catch {
    // Ended, or another user's process: PostgreSQL on this cluster would run as us or, under root, be readable.
    return false
  }
}

async function isNamedPostgres(pid: number, clusterDir: string): Promise<boolean> {
  const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined)
  return listed !== undefined && listed.stdout.includes('postgres') && listed.stdout.includes(clusterDir)
}
