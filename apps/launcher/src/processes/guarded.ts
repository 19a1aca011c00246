import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { errorCode } from '../errors.ts'
import { fatalWords } from './logs.ts'
import { progressOf, type Progress } from './progress.ts'

/**
 * Shell script that runs as the parent of every child. Child and watcher share the pipe on standard input.
 * When the launcher ends in any way, the kernel closes the pipe: the child should exit, and the watcher kills
 * the process group if it does not exit in time (a stopped or hung process never would).
 */
const guardian = `
grace=$1
shift
exec 3<&0 </dev/null
trap : TERM INT HUP
"$@" <&3 3<&- &
child=$!
(
  trap '' TERM INT HUP
  while read -r _; do :; done
  while [ "$grace" -gt 0 ] && kill -0 "$child" 2>/dev/null; do sleep 1; grace=$((grace - 1)); done
  kill -KILL 0
) <&3 &
watcher=$!
exec 3<&-
while :; do
  wait "$child"
  code=$?
  kill -0 "$child" 2>/dev/null || break
done
kill -KILL "$watcher" 2>/dev/null
exit "$code"
`

/** Seconds that a child may take to exit after the launcher died. Few, because its database is gone as well. */
const graceAfterDeath = '5'

export interface Guarded {
  /** Resolves with the exit code (128 + n after signal n) when the child and all its descendants are gone. */
  exited: Promise<number>
  /** The log line that best explains why the child ended. */
  lastWords(): Promise<string>
  /** Returns the child's output other than its log, at most its last 16 kB. */
  plainWords(): Promise<string>
  /** Returns the child's last report about its start; undefined without one. */
  progress(): Promise<Progress | undefined>
  terminate(): void
  kill(): void
}

export interface GuardedOptions {
  /** Arguments to Node: the script and its own arguments. */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** Where standard output and error are appended. */
  logFile: string
}

/** Runs a Node script that ends with the launcher. It runs in its own session, which Ctrl-C does not reach. */
export async function spawnGuarded(options: GuardedOptions): Promise<Guarded> {
  const log = await open(options.logFile, 'a', 0o600)
  const { size: logStart } = await log.stat()
  const command = ['-c', guardian, 'sh', graceAfterDeath, process.execPath, ...options.args]
  const child = spawn('/bin/sh', command, {
    cwd: options.cwd,
    detached: true,
    env: { ...options.env, SESA_EXIT_WITH_PARENT: '1' },
    stdio: ['pipe', log.fd, log.fd],
  })
  const exited = untilGone(child)
  child.stdin?.on('error', () => undefined)
  await log.close()
  return {
    exited,
    lastWords: () => lastLine(options.logFile, logStart),
    plainWords: async () => {
      const text = await textFrom(options.logFile, logStart, 16_384)
      return text.replace(/^\{.*\n?/gm, '')
    },
    progress: async () => {
      const text = await textFrom(options.logFile, logStart, 16_384)
      return text
        .split('\n')
        .map(progressOf)
        .findLast((progress) => progress !== undefined)
    },
    terminate: () => signalGroup(child, 'SIGTERM'),
    kill: () => signalGroup(child, 'SIGKILL'),
  }
}

async function untilGone(child: ChildProcess): Promise<number> {
  try {
    await once(child, 'exit')
    return child.exitCode ?? 137
  } finally {
    // If only the guardian was killed, the child still runs; and a child may leave children behind.
    signalGroup(child, 'SIGKILL')
    child.stdin?.destroy()
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // macOS answers EPERM for a group of zombies.
    if (errorCode(error) !== 'ESRCH' && errorCode(error) !== 'EPERM') throw error
  }
}

async function lastLine(file: string, from: number): Promise<string> {
  const text = await textFrom(file, from, 4096)
  return whatWentWrong(text.split('\n').filter((line) => line.trim() !== ''))
}

/** Reads the file after `from`, or only its last `bytes` if there is more. */
async function textFrom(file: string, from: number, bytes: number): Promise<string> {
  const log = await open(file, 'r')
  try {
    const { size } = await log.stat()
    const start = Math.max(from, size - bytes)
    const { buffer, bytesRead } = await log.read(Buffer.alloc(bytes), 0, bytes, start)
    return stripVTControlCharacters(buffer.subarray(0, bytesRead).toString('utf8')).trim()
  } finally {
    await log.close()
  }
}

/** Returns the line that names the error: after it, Node prints a stack, the error's fields and its version. */
function whatWentWrong(lines: string[]): string {
  const fatal = lines.map(fatalWords).findLast((words) => words !== undefined)
  if (fatal !== undefined) return fatal
  const saying = lines.filter((line) => /^\S/.test(line) && !/^(Node\.js v|[{}])/.test(line))
  const error =
    saying.find((line) => /^\w*Error\b.*:/.test(line)) ?? saying.find((line) => /failed/i.test(line))
  return (error ?? saying.at(-1) ?? lines.at(-1) ?? '').trim()
}
