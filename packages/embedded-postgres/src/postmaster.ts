import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { runAs, serverEnvironment } from './account.ts'
import { dataArgument } from './cluster.ts'
import { readPostmasterFile, signalProcess, stopEscalation } from './postmaster-file.ts'

/**
 * PostgreSQL's parent. It waits until PostgreSQL ends or the pipe on its standard input closes; the kernel closes that
 * pipe however our process ends. Then it shuts PostgreSQL down, harder each time. It signals only a process that is
 * certainly PostgreSQL: while `$$` lives, its child's number cannot be reused; after that, the pid file must still name
 * it.
 */
const guardian = `
exec 3<&0 </dev/null
"$@" 3<&- &
pg=$!
(
  is_ours() { kill -0 $$ 2>/dev/null || { read -r pid <postmaster.pid && [ "$pid" = "$pg" ]; } 2>/dev/null; }
  is_up() { is_ours && kill -0 "$pg" 2>/dev/null; }
  end() {
    is_up && kill -"$1" "$pg" 2>/dev/null
    left=$2
    while [ "$left" -gt 0 ] && is_up; do sleep 1; left=$((left - 1)); done
  }
  while read -r _; do :; done
  end INT 30; end QUIT 10; end KILL 5
) <&3 &
watcher=$!
exec 3<&-
wait "$pg"
code=$?
kill -KILL "$watcher" 2>/dev/null
exit "$code"
`

export interface Postmaster {
  pid: number
  /** Resolves when PostgreSQL's parent has ended, with the last lines that PostgreSQL logged. */
  exited: Promise<string[]>
  stop(mode: 'fast' | 'immediate'): Promise<void>
}

export interface PostmasterOptions {
  clusterDir: string
  binaries: string
  account: Account | undefined
  settings: Record<string, string>
  onLog: (line: string) => void
}

/** PostgreSQL ended before it accepted connections; `log` has its last lines. */
export class EarlyExit extends Error {
  readonly log: string[]

  constructor(log: string[]) {
    super(log.at(-1) ?? 'it ended without a message')
    this.log = log
  }
}

/** Starts PostgreSQL and waits until it accepts connections. Throws `EarlyExit` when it ends before that. */
export async function launchPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const child = spawnGuardian(options)
  const log: string[] = []
  const state = { ended: false, heardAt: Date.now() }
  createInterface({ input: child.stderr }).on('line', (line) => {
    state.heardAt = Date.now()
    log.push(line)
    if (log.length > 20) log.shift()
    options.onLog(line)
  })
  const exited = new Promise<string[]>((resolve) => {
    const end = (): void => {
      state.ended = true
      // If only the guardian was killed, its watcher sees this and ends PostgreSQL.
      child.stdin.destroy()
      resolve(log)
    }
    child.once('error', (error) => {
      log.push(error.message)
      end()
    })
    // 'exit', not 'close': a lingering worker process keeps the log pipe open.
    child.once('exit', () => setImmediate(end))
  })
  const pid = await untilReady(options.clusterDir, state)
  if (pid === undefined) {
    child.stdin.destroy()
    throw new EarlyExit(await exited)
  }
  return { pid, exited, stop: (mode) => stopPostmaster(pid, child, exited, mode) }
}

function spawnGuardian(options: PostmasterOptions) {
  const { clusterDir, binaries, account, settings } = options
  const assignments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [`${binaries}/bin/postgres`, '-D', dataArgument(clusterDir, account), ...assignments]
  const child = spawn('/bin/sh', ['-c', guardian, 'sh', ...command], {
    cwd: clusterDir,
    // A separate session: Ctrl-C in the terminal reaches us but not PostgreSQL, so that we can drain first.
    detached: true,
    env: serverEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...runAs(account),
  })
  child.stdin.on('error', () => undefined)
  return child
}

/**
 * Waits for the postmaster and returns its process id; undefined if it ended, or wrote nothing for 5 minutes: a
 * recovery reports its progress every 10 s.
 */
async function untilReady(
  clusterDir: string,
  state: { readonly ended: boolean; readonly heardAt: number },
): Promise<number | undefined> {
  while (!state.ended && Date.now() < state.heardAt + 300_000) {
    const found = await readPostmasterFile(clusterDir)
    if (found?.ready === true) return found.pid
    await sleep(25)
  }
  return undefined
}

async function stopPostmaster(
  pid: number,
  child: ChildProcess,
  exited: Promise<string[]>,
  mode: 'fast' | 'immediate',
): Promise<void> {
  const steps = mode === 'fast' ? stopEscalation : stopEscalation.slice(1)
  for (const [signal, seconds] of steps) {
    if (child.exitCode !== null || child.signalCode !== null) break
    signalProcess(pid, signal)
    const timer = new AbortController()
    const waited = sleep(seconds * 1000, 'waiting', { signal: timer.signal }).catch(() => 'waiting')
    const outcome = await Promise.race([exited, waited])
    timer.abort()
    if (outcome !== 'waiting') break
  }
  await exited
}
