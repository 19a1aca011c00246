import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { AnswerOf, calls } from '@sesa/contract'
import { fillTransfers } from '@sesa/e2e/filled-history'
import { Customer } from '../transfers/customer.ts'
import { ask } from '../http/http.ts'
import { makeFreshTree, removeTree, startProduct } from '../product.ts'
import { number } from '../report.ts'
import { percentiles, type Percentiles } from '../transfers/transfers.ts'

const SCRIPT = path.join(import.meta.dirname, '../../../apps/api/src/testing/ledger-scale.ts')
const LOOKS = 400
/** One transfer in this many belongs to the measured customer. */
const OWN_SHARE = 100

export interface ScaleEffort {
  readonly reads: number
  readonly entries: readonly number[]
  readonly transfers: readonly number[]
}

interface Cost {
  readonly entries: number
  readonly posting: { readonly p50: number; readonly p99: number }
  readonly reading: { readonly p50: number; readonly p99: number }
  /** True if the balance equalled the sum of all postings. */
  readonly right: boolean
}

interface LedgerScale {
  readonly watched: { readonly reads: number; readonly wrong: number; readonly empty: number }
  readonly costs: readonly Cost[]
}

async function measureLedger({ reads, entries }: ScaleEffort): Promise<LedgerScale> {
  const child = spawn(process.execPath, [SCRIPT, String(reads), ...entries.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`The ledger at scale ended with exit code ${child.exitCode}`)
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as LedgerScale
}

/** Times the first and the second page of the history, alternately. */
async function look(base: string, bearer: string): Promise<Percentiles> {
  const page = (cursor?: string): Promise<AnswerOf<typeof calls.listTransfers>> =>
    ask('GET', `${base}/user/transactions${cursor === undefined ? '' : `?cursor=${cursor}`}`, { bearer })
  const times: number[] = []
  let cursor: string | undefined
  for (let round = 0; round < LOOKS; round++) {
    const start = performance.now()
    const { transfers, nextCursor } = await page(cursor)
    times.push(performance.now() - start)
    if (transfers.length === 0) throw new Error('An empty page was measured')
    cursor = cursor === undefined ? (nextCursor ?? undefined) : undefined
  }
  return percentiles(times)
}

async function measureLists(
  { transfers }: ScaleEffort,
  say: (line: string) => void,
): Promise<readonly (Percentiles & { readonly count: number })[]> {
  await makeFreshTree()
  try {
    const product = await startProduct()
    try {
      const ownerUrl = await product.ownerUrl()
      const customer = await Customer.signUp(product)
      await customer.sendMoney()
      const found: (Percentiles & { count: number })[] = []
      for (const count of transfers) {
        say(`${number(count)} transfers`)
        await fillTransfers(ownerUrl, count, OWN_SHARE)
        await look(product.base, customer.bearer)
        found.push({ count, ...(await look(product.base, customer.bearer)) })
      }
      return found
    } finally {
      await product.stop()
    }
  } finally {
    await removeTree()
  }
}

/** Measures costs that must not grow with history, as ratios to the smallest size (`npm run bench -- --scale`). */
export async function measureScale(effort: ScaleEffort, say: (line: string) => void): Promise<string> {
  say('the ledger under concurrent writes, and as it grows')
  const { watched, costs } = await measureLedger(effort)
  const lists = await measureLists(effort, say)
  const [first] = costs
  const [shortest] = lists
  const times = (value: number, base: number | undefined): string =>
    `${number(value, 2)} ms (${number(value / (base ?? Number.NaN), 2)})`
  return [
    `R2 ${watched.wrong} of ${number(watched.reads)} non-empty balances differed from the sum of all postings in their snapshot`,
    ...costs.map(
      ({ entries, posting, reading, right }) =>
        `${number(entries)} entries: posting p50 ${times(posting.p50, first?.posting.p50)}, balance p50 ${times(reading.p50, first?.reading.p50)} p99 ${times(reading.p99, first?.reading.p99)}, ${right ? 'the sum of all postings' : 'WRONG'}`,
    ),
    ...lists.map(
      ({ count, p50, p99 }) =>
        `${number(count)} transfers: GET /user/transactions p50 ${times(p50, shortest?.p50)}, p99 ${times(p99, shortest?.p99)}`,
    ),
    'In brackets: the ratio to the first line of its kind.',
  ].join('\n')
}
