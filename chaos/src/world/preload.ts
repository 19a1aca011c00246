/**
 * Loaded first in every process of a run. Reports each crash point to the run, kills or freezes the process at the
 * point that the run names, shifts the process's clock, and loads files from the run's overlay instead of the
 * repository.
 */
import { subscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Instruction, Report } from './child-control.ts'

const overlay = process.env['CHAOS_OVERLAY'] ?? ''
if (overlay !== '') {
  const repository = new URL('../../../', import.meta.url).href
  const laidOver = pathToFileURL(`${overlay}/`).href
  registerHooks({
    resolve(specifier, context, nextResolve) {
      // A file of the overlay imports the same files as the one it replaces.
      const parentURL = context.parentURL?.replace(laidOver, repository)
      const resolved = nextResolve(specifier, parentURL === undefined ? context : { ...context, parentURL })
      const url = resolved.url.replace(repository, laidOver)
      return url.startsWith(laidOver) && existsSync(fileURLToPath(url)) ? { ...resolved, url } : resolved
    },
  })
}

let ahead = Number.parseInt(process.env['CHAOS_CLOCK_AHEAD_MS'] ?? '0', 10)
const RealDate = Date
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: unknown[]) =>
    Reflect.construct(target, values.length === 0 ? [target.now() + ahead] : values, target) as object,
  get: (target, key) => {
    if (key === 'now') return () => target.now() + ahead
    const value: unknown = Reflect.get(target, key, target)
    return value
  },
})

const tell = (report: Report): void => {
  if (process.connected) process.send?.(report)
}
let stopAt = ''
let crashAt = process.env['CHAOS_CRASH_AT'] ?? ''
subscribe('sesa.crash-points', (message) => {
  const { name, phase } = message as { name: string; phase: 'before' | 'after' }
  const point = `${name}:${phase}`
  tell({ point })
  if (point === stopAt) {
    stopAt = ''
    process.kill(process.pid, 'SIGSTOP')
  }
  if (point === crashAt) process.kill(process.pid, 'SIGKILL')
})

process.on('message', (instruction: Instruction) => {
  if (instruction.ahead !== undefined) ahead = instruction.ahead
  if (instruction.stopAt !== undefined) stopAt = instruction.stopAt
  if (instruction.crashAt !== undefined) crashAt = instruction.crashAt
  tell({ done: instruction.id })
})
// No process outlives the run, however it ends.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
