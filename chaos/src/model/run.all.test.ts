// Slow: random customers and failures against a model of the money.
import { expect, test } from 'vitest'
import { seedOf } from '../seed.ts'
import { commandsOf, type Pays } from './commands.ts'
import { runModel, summary } from './run.ts'

/** `npm run chaos -- --minutes 60` runs seeds for an hour. */
const SEEDS = 11
/** A seed of customers with wallets has ten times the transfers. */
const WALLET_SEEDS = 2
/** Every 11th seed also kills one of the processes or the database. */
const KILLS_EVERY = 11

test('generates the same commands from the same seed', () => {
  const words = (seed: number, kills: boolean, pays: Pays = 'card'): string =>
    [...commandsOf(seed, kills, pays)].map(String).join('\n')
  expect(words(42, true)).toBe(words(42, true))
  expect(words(42, true)).not.toBe(words(43, true))
})

test.for([
  { pays: 'card', count: SEEDS },
  { pays: 'wallet', count: WALLET_SEEDS },
] as const)(
  'neither loses nor doubles money by $pays, whatever customers do and whatever fails',
  { timeout: 1_800_000 },
  async ({ pays, count }) => {
    const seed = seedOf(process.env['CHAOS_SEED'])
    const said: string[] = []
    let begun = 0
    const totals = await runModel({
      seed,
      killsEvery: KILLS_EVERY,
      lanes: 1,
      pays,
      shouldContinue: () => begun++ < count,
      say: (line) => void said.push(line),
    })
    expect(totals.failures, said.join('\n')).toEqual([])
    expect(totals.seeds).toBe(count)
    if (pays === 'card') expect(totals.withKills).toBe(SEEDS / KILLS_EVERY)
    else expect(totals.collections.paid).toBeGreaterThan(0)
    expect(totals.reads.ledger).toBeGreaterThan(0)
    expect(totals.orders).toBeGreaterThan(0)
    console.log(`${summary(totals)}\nfirst seed ${seed}`)
  },
)
