import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readdir } from 'node:fs/promises'
import path from 'node:path'

const SCRIPT = path.join(import.meta.dirname, '../../../apps/api/src/testing/ledger-bench.ts')
const WRITERS = 16

export interface LedgerResult {
  readonly writers: number
  /** Postings per second of each turn. */
  readonly module: readonly number[]
  readonly pgbench: readonly number[]
  /** Postings in the books at the end; their sum was compared with the balance. */
  readonly booked: number
}

async function findPgbench(): Promise<string> {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  const debian = '/usr/lib/postgresql'
  const versions = await readdir(debian).catch(() => [])
  const folders = [...onPath, ...versions.toSorted().map((version) => path.join(debian, version, 'bin'))]
  for (const folder of folders) {
    const file = path.join(folder, 'pgbench')
    if (
      await access(file).then(
        () => true,
        () => false,
      )
    )
      return file
  }
  throw new Error('pgbench is missing. On Debian or Ubuntu, install it with: apt-get install postgresql')
}

/** Measures the ledger module and the same SQL in pgbench, alternating. `profiles`: folder for a CPU profile. */
export async function measureLedger(
  seconds: number,
  turns: number,
  profiles?: string,
): Promise<LedgerResult> {
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]
  const args = [...profiling, SCRIPT, await findPgbench(), `${WRITERS}`, `${seconds}`, `${turns}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`The ledger bench ended with exit code ${child.exitCode}`)
  const result = JSON.parse(Buffer.concat(parts).toString('utf8')) as Omit<LedgerResult, 'writers'>
  return { writers: WRITERS, ...result }
}
