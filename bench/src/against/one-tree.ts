/**
 * Measures one checkout of the repository with this tree's customers, who also know the calls of 1358b5d: two checkouts
 * then differ in nothing but the product. Arguments: the checkout's folder and an `AgainstEffort` as JSON. Prints a
 * `Cost` as one line of JSON.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { processorTime, usedBetween } from '../processes.ts'
import { sandboxUrlOf } from '../product.ts'
import type * as products from '../product.ts'
import { drainQueue, type Drained } from '../transfers/queue.ts'
import { countStatements, type Statements } from '../transfers/statements.ts'
import { sendMoney, signUp, sumUp } from '../transfers/transfers.ts'
import { readWritten, writtenBetween, type Written } from '../transfers/written.ts'

export interface AgainstEffort {
  /** Pairs of runs, the commit's first. */
  readonly pairs: number
  readonly senders: number
  /** Transfers of each run before the counted ones. */
  readonly warmUp: number
  /** Counted transfers: of all senders at once, of one sender alone, and in the queue that the worker empties. */
  readonly transfers: number
  readonly alone: number
  readonly queue: number
  /** Counted transfers and seconds with PostgreSQL's log of all statements. */
  readonly logged: { readonly transfers: number; readonly idleSeconds: number }
}

/** The cost of a transfer in one checkout. */
export interface Cost {
  /** CPU time of each part per transfer, in milliseconds. */
  readonly PostgreSQL: number
  readonly server: number
  readonly worker: number
  /** Complete transfers per second. */
  readonly perSecond: number
  /** 95% of the calls of `/send-money` were answered within this time, in milliseconds: of all senders, and of one alone. */
  readonly p95: number
  readonly p95Alone: number
  readonly written: Written
  readonly statements: Statements
  readonly drained: Drained
}

const [tree = '', given = ''] = process.argv.slice(2)
const effort = JSON.parse(given) as AgainstEffort
const file = path.join(tree, 'bench/src/product.ts')
const { makeFreshTree, removeTree, startProduct } = (await import(
  pathToFileURL(file).href
)) as typeof products

// Its end stops the product, which has process groups of its own.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(130))

await makeFreshTree()
try {
  const product = await startProduct()
  try {
    const { pid, base } = product
    // Earlier releases have the same folders, but do not name them.
    const dataDir = path.join(tree, '.cache/bench/tree/.data')
    const ownerUrl = await product.ownerUrl()
    const customers = await signUp({ base, sandboxUrl: await sandboxUrlOf(dataDir) }, effort.senders)
    const first = customers.slice(0, 1)
    await sendMoney(customers, effort.warmUp)
    const alone = await sumUp(await sendMoney(first, effort.alone))
    const readBefore = await readWritten(ownerUrl)
    const before = await processorTime(pid)
    const run = await sendMoney(customers, effort.transfers)
    const used = new Map(usedBetween(before, await processorTime(pid)))
    const readAfter = await readWritten(ownerUrl)
    const result = await sumUp(run)
    const of = (part: string): number => {
      const seconds = used.get(part)
      if (seconds === undefined) throw new Error(`No processor time of ${part}; it can be read on Linux only`)
      return (seconds / result.count) * 1_000
    }
    const cost: Cost = {
      PostgreSQL: of('PostgreSQL'),
      server: of('server'),
      worker: of('worker'),
      perSecond: result.perSecond,
      p95: result.toSeen.p95,
      p95Alone: alone.toSeen.p95,
      written: writtenBetween(readBefore, readAfter, result.count),
      statements: await countStatements({ ownerUrl, dataDir }, first, effort.logged),
      drained: await drainQueue({ pid, ownerUrl }, customers, effort.queue),
    }
    console.log(JSON.stringify(cost))
  } finally {
    await product.stop()
  }
} finally {
  await removeTree()
}
