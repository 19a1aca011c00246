import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { number, table } from '../report.ts'
import type { Cost } from './one-tree.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const OLD = path.join(ROOT, '.cache/bench/against')
const ONE_TREE = path.join(import.meta.dirname, 'one-tree.ts')
const SENDERS = 16

export interface AgainstEffort {
  /** Pairs of runs, the commit's first. */
  readonly pairs: number
  /** Transfers of each run before the counted ones. */
  readonly warmUp: number
  /** Counted transfers of each run. */
  readonly transfers: number
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

async function measure(tree: string, { warmUp, transfers }: AgainstEffort): Promise<Cost> {
  const numbers = [SENDERS, warmUp, transfers].map(String)
  const { stdout } = await run(process.execPath, [ONE_TREE, tree, ...numbers], { maxBuffer: 2 ** 26 })
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
]

/**
 * Compares the cost of a transfer at a commit and in this tree (`npm run bench -- --against COMMIT`), alternating on
 * this machine. Each is measured with its own bench, which must have the functions of today's. Returns a table of all
 * pairs.
 */
export async function measureAgainst(
  commit: string,
  effort: AgainstEffort,
  say: (line: string) => void,
): Promise<string> {
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
    const all = (of: (pair: readonly [Cost, Cost]) => number, digits: number): string =>
      pairs.map((pair) => number(of(pair), digits)).join(', ')
    const rows = FIGURES.map(([what, figure]) => [
      what,
      all(([then]) => figure(then), 1),
      all(([, now]) => figure(now), 1),
      all(([then, now]) => figure(now) / figure(then), 2),
    ])
    return [
      `${SENDERS} senders, ${number(effort.warmUp)} transfers to warm up and ${number(effort.transfers)} that count; one figure for each pair:`,
      table([['What', `At ${commit}`, 'This tree', 'Ratio'], ...rows]),
    ].join('\n\n')
  } finally {
    await rm(OLD, { recursive: true, force: true })
  }
}
