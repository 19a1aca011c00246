// Slow: 200 transfers of every kind, compared with the providers’ balances.
import { formatMoney, money } from '@sesa/money'
import { expect, it } from 'vitest'
import { startEngineWorld } from '../../../testing/engine-world.ts'
import { playTreasury } from '../../../testing/treasury-run.ts'
import { checkInvariants, reconcile } from '../reconciliation/index.ts'

/** Set higher by `npm run bench -- --treasury`, which prints the run's figures. */
const TRANSFERS = Number(process.env['TREASURY_TRANSFERS'] ?? 200)
const LONG_MS = 3_600_000

it(
  'holds what the providers hold after transfers of every kind, to the last minor unit',
  { timeout: LONG_MS },
  async () => {
    const say = (line: string): void => {
      if (process.env['TREASURY_TRANSFERS'] !== undefined) process.stdout.write(`${line}\n`)
    }
    const world = await startEngineWorld()
    try {
      const { positions, entries } = await playTreasury(world, TRANSFERS, say)
      for (const { account, currency, ledger, provider, difference } of positions) {
        const [ours, theirs, between] = [ledger, provider ?? 0n, difference ?? 0n].map((minor) =>
          formatMoney(money(minor, currency)),
        )
        say(`${account}:${currency}: our books ${ours}, providers ${theirs}, difference ${between}`)
      }
      say(`entries: ${JSON.stringify(entries)}`)
      expect(positions.map(({ state }) => state)).toEqual(positions.map(() => 'equal'))
      expect(positions.filter(({ ledger }) => ledger !== 0n).map(({ currency }) => currency)).toEqual(
        expect.arrayContaining(['LRD', 'GHS', 'SLE', 'USD']),
      )
      const kinds = [
        'capture',
        'paid_out',
        'refund',
        'refund_returned',
        'dispute',
        'dispute_won',
        'dispute_lost',
      ]
      const moved = ['converted', 'provider_fee', 'bank_transfer', 'top_up', 'bank_conversion', 'adjustment']
      expect(Object.keys(entries)).toEqual(expect.arrayContaining([...kinds, ...moved]))
      const broken = (await checkInvariants(world.database.owner)).filter(
        ({ offending }) => offending.length > 0,
      )
      expect(broken).toEqual([])
      const books = { db: world.database.db, ...world.providerBooks }
      expect((await reconcile(books, { settleMinutes: 0 })).breaks).toEqual([])
    } finally {
      await world.close()
    }
  },
)
