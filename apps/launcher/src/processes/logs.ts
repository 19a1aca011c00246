import { readdir, rename, stat } from 'node:fs/promises'
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
