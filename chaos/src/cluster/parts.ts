import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '../world/child.ts'

/** A program of the cluster, which can be killed and frozen with all its children. */
export interface Part {
  signal(signal: NodeJS.Signals): void
  /** Starts it again after a kill. */
  start(): void
  ended(): Promise<unknown>
}

interface PartOptions {
  readonly folder: string
  /** Name of its log in the folder. */
  readonly name: string
  readonly command: readonly [string, ...string[]]
}

/** Starts a program, whose output goes to a log in the folder. */
export function startPart({ folder, name, command: [program, ...args] }: PartOptions): Part {
  let child: ChildProcess
  let ended: Promise<unknown>
  const start = (): void => {
    const log = openSync(path.join(folder, `${name}.log`), 'a')
    child = spawn(program, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', log, log],
      // Patroni must not see PGPASSWORD, which overrides its password file.
      env: {
        PATH: '/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: folder,
        LC_ALL: 'C.UTF-8',
      },
    })
    ended = once(child, 'exit')
  }
  start()
  return {
    start,
    signal: (signal) => signalFamily(child.pid ?? 0, signal),
    ended: () => (child.exitCode === null && child.signalCode === null ? ended : Promise.resolve()),
  }
}

/**
 * Signals a process and all its descendants. Each of PostgreSQL's processes has its own session, so the process group
 * is not enough.
 */
function signalFamily(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const parents = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const family = new Set([pid])
  for (let before = 0; before < family.size;) {
    before = family.size
    for (const [own = 0, parent = 0] of parents) if (family.has(parent)) family.add(own)
  }
  for (const one of family) {
    try {
      process.kill(one, signal)
    } catch {
      // It has ended in the meantime.
    }
  }
}

/** Returns a file of `deploy/cluster` with its `${…}` replaced. Throws if a value is missing. */
export function filled(file: string, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(path.join(ROOT, 'deploy/cluster', file), 'utf8')
    .replace(/^[#;].*\n/gm, '')
    .replace(/\$\{(\w+)\}/g, (_all, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`deploy/cluster/${file} needs a value for ${name}`)
      return String(value)
    })
}

/** Runs a program to its end and returns its output. Throws if it fails. */
export function runTool(program: string, args: readonly string[], env = process.env): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr.trim() || `exit code ${status}`}`)
  return stdout
}

/** Changes the owner of a file or folder to Debian's PostgreSQL user. */
export async function give(file: string): Promise<void> {
  const id = (flag: string): number =>
    Number.parseInt(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout, 10)
  await chown(file, id('-u'), id('-g'))
}
