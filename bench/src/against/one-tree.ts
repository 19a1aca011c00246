/**
 * Measures one checkout of the repository with that checkout's own bench, since its customers know the calls of its
 * time. Arguments: the checkout's folder, the number of customers, and the number of warm-up and counted transfers.
 * Prints a `Cost` as one line of JSON.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as processes from '../processes.ts'
import type * as products from '../product.ts'
import type * as transfers from '../transfers/transfers.ts'

/** The cost of a transfer in one checkout. */
export interface Cost {
  /** CPU time of each part per transfer, in milliseconds. */
  readonly PostgreSQL: number
  readonly server: number
  readonly worker: number
  /** Complete transfers per second. */
  readonly perSecond: number
  /** 95% of the calls of `/send-money` were answered within this time, in milliseconds. */
  readonly p95: number
}

const [tree = '', senders = '', warmUp = '', count = ''] = process.argv.slice(2)

/** Loads the first of these files that exists in the checkout. */
async function load<T>(...files: readonly string[]): Promise<T> {
  const file = files.map((name) => path.join(tree, 'bench/src', name)).find((full) => existsSync(full))
  if (file === undefined) throw new Error(`${tree} has none of ${files.join(', ')}`)
  return (await import(pathToFileURL(file).href)) as T
}

const { makeFreshTree, removeTree, startProduct } = await load<typeof products>('product.ts')
const { processorTime, usedBetween } = await load<typeof processes>('processes.ts')
const { sendMoney, signUp, sumUp } = await load<typeof transfers>('transfers/transfers.ts', 'transfers.ts')

await makeFreshTree()
try {
  const product = await startProduct()
  try {
    const customers = await signUp(product.base, Number.parseInt(senders, 10))
    await sendMoney(customers, Number.parseInt(warmUp, 10))
    const before = await processorTime(product.pid)
    const run = await sendMoney(customers, Number.parseInt(count, 10))
    const used = new Map(usedBetween(before, await processorTime(product.pid)))
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
    }
    console.log(JSON.stringify(cost))
  } finally {
    await product.stop()
  }
} finally {
  await removeTree()
}
