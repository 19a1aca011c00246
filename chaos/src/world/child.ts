import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instruction, Report } from './child-control.ts'

export const ROOT = path.resolve(import.meta.dirname, '../../..')
const PRELOAD = path.join(import.meta.dirname, 'preload.ts')
const LONGEST_START_MS = 120_000
const STOP_MS = 30_000
/** Pause after a failed start. */
const AGAIN_MS = 200
/** Number of last output lines to keep, to find out why the process ended. */
const KEPT_LINES = 40

export interface ChildOptions {
  readonly name: string
  /** Relative to the repository's folder. */
  readonly script: string
  readonly env: Readonly<Record<string, string>>
  /** A folder whose files the process loads in place of the repository's. */
  readonly overlay?: string | undefined
  /** Returns true once it serves or works. */
  isReady(child: Child): Promise<boolean>
  /** Called for each named point that the process reaches. */
  onPoint(point: string): void
  /** Called when the process exits after it was ready, other than by a signal or on request. */
  onFailure?(child: Child): void
}

/** One process of the product or the sandbox, which can be killed, frozen and restarted. */
export class Child {
  readonly name: string
  /** Named points reached since the start. */
  readonly points = new Set<string>()
  /** Log lines about uncaught errors, from all its starts. */
  readonly escapes: string[] = []
  readonly #options: ChildOptions
  #process: ChildProcess | undefined
  #instructions = 0
  #words: string[] = []
  #isMeantToRun = false

  constructor(options: ChildOptions) {
    this.name = options.name
    this.#options = options
  }

  get isAlive(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** Returns how it ended: a signal's name or an exit code. */
  get end(): string {
    return this.#process?.signalCode ?? `exit code ${this.#process?.exitCode ?? 'none'}`
  }

  get lastWords(): string {
    return this.#words.join('')
  }

  /** Starts the process without waiting for it. */
  spawn(more: Readonly<Record<string, string>> = {}, args: readonly string[] = []): void {
    const { script, env, overlay, onPoint } = this.#options
    this.points.clear()
    this.#words = []
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const child = spawn(process.execPath, ['--import', PRELOAD, path.join(ROOT, script), ...args], {
      cwd: ROOT,
      env: { PATH, NODE_COMPILE_CACHE, ...env, ...more, CHAOS_OVERLAY: overlay ?? '' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const hear = (part: Buffer): void => {
      this.#words.push(part.toString())
      if (this.#words.length > KEPT_LINES) this.#words.shift()
    }
    child.stdout?.on('data', hear)
    child.stdout?.on('data', (part: Buffer) => {
      this.escapes.push(
        ...part
          .toString()
          .split('\n')
          .filter((line) => line.includes('"msg":"escaped error"')),
      )
    })
    child.stderr?.on('data', hear)
    child.on('message', (report: Report) => {
      if (!('point' in report)) return
      this.points.add(report.point)
      onPoint(report.point)
    })
    // The channel closes if the process ends while an instruction is in flight; the end is handled elsewhere.
    child.on('error', () => undefined)
    child.on('exit', (code) => {
      if (code !== null && this.#isMeantToRun && this.#process === child) this.#options.onFailure?.(this)
    })
    this.#process = child
  }

  /**
   * Starts the process and waits until it is ready. Restarts it, like the launcher, if it exits before that (its
   * database may still be starting). Throws with its last output if it is killed or never ready.
   */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#isMeantToRun = false
    this.spawn(more)
    const deadline = performance.now() + LONGEST_START_MS
    while (!(await this.#options.isReady(this))) {
      const wasKilled = !this.isAlive && this.#process?.exitCode === null
      if (wasKilled || performance.now() > deadline) {
        throw new Error(`${this.name} is not ready (${this.end}):\n${this.lastWords}`)
      }
      await sleep(this.isAlive ? 10 : AGAIN_MS)
      if (!this.isAlive && this.#process?.exitCode !== null) this.spawn(more)
    }
    this.#isMeantToRun = true
  }

  /** Sends an instruction and waits until the process has received it. Throws if it never does. */
  async instruct(instruction: Omit<Instruction, 'id'>): Promise<void> {
    const child = this.#process
    if (child === undefined || !this.isAlive) throw new Error(`${this.name} is not running`)
    const id = ++this.#instructions
    const taken = Promise.withResolvers<void>()
    const hear = (report: Report): void => {
      if ('done' in report && report.done === id) taken.resolve()
    }
    const settled = new AbortController()
    child.on('message', hear)
    try {
      child.send({ ...instruction, id })
      const { signal } = settled
      const stands = sleep(STOP_MS, undefined, { signal }).then(() => {
        throw new Error(`${this.name} took no instruction: it is frozen`)
      })
      await Promise.race([taken.promise, once(child, 'exit', { signal }), stands])
    } finally {
      child.off('message', hear)
      settled.abort()
    }
  }

  /** Waits until it is frozen after a `stopAt`. Throws if it never gets there. */
  async stopped(): Promise<void> {
    for (const deadline = performance.now() + STOP_MS; performance.now() < deadline; await sleep(10)) {
      const stat = await readFile(`/proc/${this.pid}/stat`, 'utf8')
      if (stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')) return
    }
    throw new Error(`${this.name} never reached the point where it should freeze`)
  }

  signal(name: NodeJS.Signals): void {
    if (this.isAlive) this.#process?.kill(name)
  }

  /** Ends it and waits for the end. */
  async stop(name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.#isMeantToRun = false
    this.signal(name)
    await this.ended()
  }

  async ended(): Promise<void> {
    if (this.isAlive && this.#process) await once(this.#process, 'exit')
  }
}
