import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { number, table } from '../report.ts'
import type { AgainstEffort, Cost } from './one-tree.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const OLD = path.join(ROOT, '.cache/bench/against')
const ONE_TREE = path.join(import.meta.dirname, 'one-tree.ts')

const EFFORT: AgainstEffort = {
  ...{ pairs: 3, senders: 16, warmUp: 400, transfers: 1_000, alone: 200, queue: 10_000 },
  logged: { transfers: 20, idleSeconds: 20 },
}
const QUICK: AgainstEffort = {
  ...{ pairs: 1, senders: 16, warmUp: 50, transfers: 100, alone: 20, queue: 100 },
  logged: { transfers: 5, idleSeconds: 5 },
}

const run = promisify(execFile)

/** Clones the repository at `commit` and installs its dependencies. Throws if there is no such commit. */
async function checkOut(commit: string): Promise<void> {
  await run('git', ['-C', ROOT, 'rev-parse', '--verify', `${commit}^{commit}`]).catch((cause: unknown) => {
    throw new Error(`--against needs a commit of this repository, and ${commit} is none`, { cause })
  })
  await rm(OLD, { recursive: true, force: true })
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, OLD])
  await run('git', ['-C', OLD, 'checkout', '--quiet', '--detach', commit])
  await run('npm', ['ci'], { cwd: OLD, maxBuffer: 2 ** 26 })
}

async function measure(tree: string, effort: AgainstEffort): Promise<Cost> {
  const { stdout } = await run(process.execPath, [ONE_TREE, tree, JSON.stringify(effort)], {
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Cost
}

const processorTime = ({ PostgreSQL, server, worker }: Cost): number => PostgreSQL + server + worker
const FIGURES: readonly (readonly [string, (cost: Cost) => number])[] = [
  ['processor time of PostgreSQL, ms', ({ PostgreSQL }) => PostgreSQL],
  ['processor time of the server, ms', ({ server }) => server],
  ['processor time of the worker, ms', ({ worker }) => worker],
  ['processor time of all three, ms', processorTime],
  ['transfers a second', ({ perSecond }) => perSecond],
  ['p95 of /send-money, ms', ({ p95 }) => p95],
  ['p95 of /send-money, one sender alone, ms', ({ p95Alone }) => p95Alone],
  ['WAL, kB', ({ written }) => written.wal / 1e3],
  ['rows inserted', ({ written }) => written.inserted],
  ['rows updated', ({ written }) => written.updated],
  ['rows deleted', ({ written }) => written.deleted],
  ['statements', ({ statements }) => statements.statements],
  ['commits', ({ statements }) => statements.commits],
  ['statements a second, idle', ({ statements }) => statements.idleStatements],
  ['commits a second, idle', ({ statements }) => statements.idleCommits],
  ['full queue: transfers a second', ({ drained }) => drained.perSecond],
  ['full queue: PostgreSQL, ms', ({ drained }) => drained.PostgreSQL],
  ['full queue: worker, ms', ({ drained }) => drained.worker],
]

/** Formats the median, and the range if there are several values. */
function medianOf(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = Number.NaN, high = Number.NaN] = [sorted[0], sorted.at(-1)]
  const middle =
    ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2
  const range = sorted.length < 2 ? '' : ` (${number(low, digits)} to ${number(high, digits)})`
  return `${number(middle, digits)}${range}`
}

/**
 * Compares the cost of a transfer at a commit and in this tree (`npm run bench -- --against COMMIT`), alternating on
 * this machine. Returns a table with the median of all pairs and the range.
 */
export async function measureAgainst(
  commit: string,
  isQuick: boolean,
  say: (line: string) => void,
): Promise<string> {
  const effort = isQuick ? QUICK : EFFORT
  say(`the commit ${commit} and its dependencies`)
  try {
    await checkOut(commit)
    const pairs: (readonly [Cost, Cost])[] = []
    while (pairs.length < effort.pairs) {
      const [then, now] = [await measure(OLD, effort), await measure(ROOT, effort)]
      pairs.push([then, now])
      const ratio = number(processorTime(now) / processorTime(then), 2)
      say(`pair ${pairs.length} of ${effort.pairs}: ratio of the processor time ${ratio}`)
    }
    const rows = FIGURES.map(([what, figure]) => {
      const of = (value: (pair: readonly [Cost, Cost]) => number, digits: number): string =>
        medianOf(pairs.map(value), digits)
      return [
        what,
        of(([then]) => figure(then), 1),
        of(([, now]) => figure(now), 1),
        of(([then, now]) => figure(now) / figure(then), 2),
      ]
    })
    const { senders, warmUp, transfers, alone, logged, queue } = effort
    return [
      `${senders} senders; ${number(warmUp)} transfers to warm up, ${number(transfers)} that count, ${number(alone)} of one sender alone, ${number(logged.transfers)} with a log of the statements, ${number(queue)} in the full queue; medians of ${effort.pairs} pairs and their range:`,
      table([['For each transfer', `At ${commit}`, 'This tree', 'Ratio'], ...rows]),
    ].join('\n\n')
  } finally {
    await rm(OLD, { recursive: true, force: true })
  }
}
