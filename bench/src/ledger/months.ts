import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { number } from '../report.ts'

const SCRIPT = path.join(import.meta.dirname, '../../../apps/api/src/testing/months-scale.ts')

interface Times {
  readonly p50: number
  readonly p99: number
  readonly slowest: number
}

type Work = 'posting' | 'balance' | 'page' | 'claim'
const WORKS: readonly (readonly [Work, string])[] = [
  ['posting', 'posting'],
  ['balance', 'balance'],
  ['page', 'page of the history'],
  ['claim', 'claim'],
]

interface MonthsScale {
  readonly transfers: number
  readonly postings: number
  readonly partitions: number
  readonly bytes: number
  readonly fillSeconds: number
  readonly costs: Readonly<Record<'fresh' | 'empty' | 'full', Readonly<Record<Work, Times>>>>
  readonly archive: {
    readonly before: Readonly<Record<Work, Times & { readonly runs: number }>>
    readonly during: Readonly<Record<Work, Times & { readonly runs: number }>>
    readonly seconds: number
    readonly steps: readonly string[]
    readonly tables: Readonly<Record<string, { readonly rows: number; readonly bytes: number }>>
  }
  /** True if the balance equalled the sum of all postings, including archived ones. */
  readonly right: boolean
}

/**
 * Measures the cost of a posting, a balance, a page of the history and a claim with N transfers and ten postings for
 * each in monthly partitions, and their waits while a month is archived (`npm run bench -- --scale --transfers N`).
 */
export async function measureMonths(transfers: number): Promise<string> {
  const child = spawn(process.execPath, [SCRIPT, String(transfers)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`The months ended with exit code ${child.exitCode}`)
  const found = JSON.parse(Buffer.concat(parts).toString('utf8')) as MonthsScale
  const {
    costs: { fresh, empty, full },
    archive,
  } = found
  const ms = (value: number): string => `${number(value, 2)} ms`
  const ratio = (value: number, base: number): string => number(value / base, 2)
  return [
    `${number(found.transfers)} transfers, ${number(found.postings)} postings, ${found.partitions} partitions, ${number(found.bytes / 1e9, 1)} GB, filled in ${number(found.fillSeconds)} s`,
    ...WORKS.map(
      ([work, name]) =>
        `${name}: p50 ${ms(full[work].p50)}, p99 ${ms(full[work].p99)}; empty, in as many partitions: ${ms(empty[work].p50)}, ${ms(empty[work].p99)} (${ratio(full[work].p50, empty[work].p50)}); a new database: ${ms(fresh[work].p50)}, ${ms(fresh[work].p99)} (${ratio(full[work].p50, fresh[work].p50)})`,
    ),
    `archived a month in ${number(archive.seconds, 1)} s: ${Object.entries(archive.tables)
      .map(([name, { rows, bytes }]) => `${number(rows)} ${name} in ${number(bytes / 1e6, 1)} MB`)
      .join(', ')}`,
    ...archive.steps.map((step) => `  ${step}`),
    ...WORKS.map(
      ([work, name]) =>
        `  ${name} under load: slowest ${ms(archive.during[work].slowest)} of ${number(archive.during[work].runs)}, p99 ${ms(archive.during[work].p99)}; before: slowest ${ms(archive.before[work].slowest)} of ${number(archive.before[work].runs)}, p99 ${ms(archive.before[work].p99)}`,
    ),
    found.right
      ? 'The balance equals the sum of all postings, archived ones included.'
      : 'THE BALANCE IS WRONG.',
  ].join('\n')
}
