import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, type ScanResult, type Target } from './tools.ts'

/** By slow headers, slow bodies, overlapping ranges, and slow reading. */
const MODES: readonly (readonly [string, string, readonly string[]])[] = [
  ['slow headers', '-H', ['-i', '5']],
  ['slow body', '-B', ['-i', '5', '-t', 'POST', '-f', 'application/json', '-s', '4096']],
  ['ranges', '-R', ['-a', '5', '-b', '500']],
  ['slow read', '-X', ['-w', '32', '-y', '64', '-n', '5', '-z', '8', '-k', '3']],
]
const CONNECTIONS = 200
const SECONDS = 30
/** Slow clients are cut by then (docs/security/policy.md): 15 s after the last of them connected. */
const OPENING_SECONDS = 4
const CUT_SECONDS = 15

interface Second {
  readonly at: number
  readonly connected: number
  readonly available: boolean
}

/** The tool's table: seconds, closed, pending, connected, service available. */
function readTable(csv: string): Second[] {
  return csv
    .split('\n')
    .map((row) => row.split(',').map(Number))
    .filter((row) => row.length >= 5 && row.every((cell) => !Number.isNaN(cell)))
    .map(([at = 0, , , connected = 0, available = 0]) => ({ at, connected, available: available > 0 }))
}

/** TCP's states in which our end of a connection is held by a process: established, and closed by the other end alone. */
const HELD = new Set(['01', '08'])

/**
 * Connections that the server holds. What it has let go of may go on to be read for long out of the operating system's
 * memory, and counts as open for who reads it.
 */
async function heldByServer(port: number): Promise<number> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  const ours = port.toString(16).toUpperCase().padStart(4, '0')
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)))
  return rows.filter(
    ([, local, , state]) => local?.endsWith(`:${ours}`) && state !== undefined && HELD.has(state),
  ).length
}

/** Keeps many connections open as slowly as it can, and checks that others are still served. */
export async function slowhttptest({ base, folder }: Target): Promise<ScanResult> {
  const findings: string[] = []
  let [all, line, rows] = [0, '', 0]
  for (const [name, mode, more] of MODES) {
    const file = join(folder, `slow${mode}`)
    const url = mode === '-B' ? `${base}/contact` : `${base}/`
    const args = [
      '-c',
      String(CONNECTIONS),
      mode,
      '-r',
      '50',
      '-l',
      String(SECONDS),
      '-p',
      '5',
      ...more,
      '-u',
      url,
    ]
    const port = Number(new URL(base).port)
    const before = await heldByServer(port)
    const looking = sleep((OPENING_SECONDS + CUT_SECONDS) * 1_000).then(() => heldByServer(port))
    const { seconds, output } = await run('slowhttptest', [...args, '-g', '-o', file], SECONDS + 20)
    all += seconds
    line ||= `slowhttptest ${args.join(' ')}`
    const table = readTable(await readFile(`${file}.csv`, 'utf8').catch(() => ''))
    if (table.length === 0)
      throw new Error(`slowhttptest measured nothing (${name}):\n${output.slice(-2_000)}`)
    rows += table.length
    const down = table.filter(({ available }) => !available)
    if (down.length > 0)
      findings.push(`${name}: others were not served in ${down.length} of ${table.length} seconds`)
    // Who reads slowly sees its connection open for as long as it reads.
    const late =
      mode === '-X'
        ? undefined
        : table.find(({ at, connected }) => at > OPENING_SECONDS + CUT_SECONDS && connected > 0)
    if (late) findings.push(`${name}: ${late.connected} connections still open after ${late.at} s`)
    const held = (await looking) - before
    if (held > 0)
      findings.push(`${name}: ${held} connections still held after ${OPENING_SECONDS + CUT_SECONDS} s`)
  }
  const looked = `${MODES.length} attacks of ${CONNECTIONS} connections, ${rows} seconds looked at`
  return { tool: 'slowhttptest', line: `${line} (and -B, -R, -X)`, seconds: all, looked, findings }
}
