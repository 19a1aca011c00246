import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, type ScanResult, type Target } from './tools.ts'

/** The attacks: slow headers, slow bodies, overlapping ranges and slow reading. */
const MODES: readonly (readonly [string, string, readonly string[]])[] = [
  ['slow headers', '-H', ['-i', '5']],
  ['slow body', '-B', ['-i', '5', '-t', 'POST', '-f', 'application/json', '-s', '4096']],
  ['ranges', '-R', ['-a', '5', '-b', '500']],
  ['slow read', '-X', ['-w', '32', '-y', '64', '-n', '5', '-z', '8', '-k', '3']],
]
const CONNECTIONS = 200
const SECONDS = 30
/** The last client connects after 4 s; the server cuts it within 15 s (docs/security/policy.md). */
const OPENING_SECONDS = 4
const CUT_SECONDS = 15

interface Second {
  readonly at: number
  readonly connected: number
  readonly available: boolean
}

/** Reads the tool's table: seconds, closed, pending, connected, service available. */
function readTable(csv: string): Second[] {
  return csv
    .split('\n')
    .map((row) => row.split(',').map(Number))
    .filter((row) => row.length >= 5 && row.every((cell) => !Number.isNaN(cell)))
    .map(([at = 0, , , connected = 0, available = 0]) => ({ at, connected, available: available > 0 }))
}

/** TCP states in which a process holds our end of a connection: ESTABLISHED and CLOSE_WAIT. */
const HELD = new Set(['01', '08'])

/**
 * Counts the connections that the server holds. A slow reader may read a closed connection from the operating
 * system's buffers for a long time, and counts it as open.
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

/** Keeps many slow connections open, and checks that the server still serves other clients. */
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
      findings.push(`${name}: other clients were not served in ${down.length} of ${table.length} seconds`)
    // A slow reader counts its connection as open for as long as it reads.
    const late =
      mode === '-X'
        ? undefined
        : table.find(({ at, connected }) => at > OPENING_SECONDS + CUT_SECONDS && connected > 0)
    if (late) findings.push(`${name}: ${late.connected} connections still open after ${late.at} s`)
    const held = (await looking) - before
    if (held > 0)
      findings.push(`${name}: ${held} connections still held after ${OPENING_SECONDS + CUT_SECONDS} s`)
  }
  const looked = `${MODES.length} attacks of ${CONNECTIONS} connections, ${rows} seconds measured`
  return { tool: 'slowhttptest', line: `${line} (and -B, -R, -X)`, seconds: all, looked, findings }
}
