/**
 * Loaded first in every process of a run. It reports each crash point to the run, kills or freezes the process at the one
 * that the run names, moves the process's clock, and applies the patches of a seeded bug while their files load.
 */
import { subscribe } from 'node:diagnostics_channel'
import { registerHooks } from 'node:module'
import type { Instruction, Patch, Report } from './child-control.ts'

const patches = JSON.parse(process.env['CHAOS_PATCHES'] ?? '[]') as readonly Patch[]

if (patches.length > 0) {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const own = patches.filter(({ file }) => url.endsWith(`/${file}`))
      if (own.length === 0) return loaded
      const text =
        loaded.source instanceof Uint8Array ? new TextDecoder().decode(loaded.source) : loaded.source
      if (typeof text !== 'string') throw new Error(`${url} was loaded without its source`)
      return { ...loaded, source: own.reduce(patched, text) }
    },
  })
}

function patched(source: string, { file, find, put }: Patch): string {
  const parts = source.split(find)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places that read: ${find}`)
  return parts.join(put)
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
// Nothing outlives the run, however it ends.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
