import { appendFileSync } from 'node:fs'
import { readdir, rename, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'

const largest = 10_000_000

/** Returns the log file of a process of this installation. */
export const logFileOf = (dataDir: string, name: string): string => path.join(dataDir, 'logs', `${name}.log`)

/** Keeps one earlier log of each process, so that logs do not fill the disk over many starts. */
export async function rotateLogs(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'logs')
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (name.endsWith('.log') && (await stat(file)).size > largest) await rename(file, `${file}.1`)
  }
}

/** Writes a problem to the launcher's own log, in the format of the server's and the worker's. */
export function logProblem(dataDir: string, msg: string): void {
  const line = {
    level: 'warn',
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    process: 'launcher',
    msg,
  }
  try {
    appendFileSync(logFileOf(dataDir, 'launcher'), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  } catch {
    // The console shows the line as well, and a full disk must not end the product.
  }
}

/** Returns the error of a `fatal` line in a process's log; undefined for other lines. */
export function fatalWords(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level?: unknown
      msg?: unknown
      err?: { type?: unknown; message?: unknown }
    }
    if (level !== 'fatal') return undefined
    return err === undefined ? String(msg) : `${String(err.type)}: ${String(err.message)}`
  } catch {
    return undefined
  }
}
