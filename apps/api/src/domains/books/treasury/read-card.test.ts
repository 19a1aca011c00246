import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, forge, type TestDatabase } from '../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { balance, type Account } from '../../record/index.ts'
import type { CardBooks, CardEntry } from '../reconciliation/index.ts'
import { readCardMovements } from './read-card.ts'

const ACCOUNT = 'stripe'
const DAY_MS = 86_400_000

let database: TestDatabase
let payment: string

beforeAll(async () => {
  database = await createTestDatabase()
  payment = (await storeTransfer(database.owner, await storeUser(database.owner), 'sent')).payment
})
beforeEach(async () => {
  await forge(
    database.owner,
    sql`truncate ledger_postings, ledger_entries, provider_movements, provider_reads`,
  )
})
afterAll(() => database.drop())

/** Returns a movement, for example `charge 5000 USD 5000 USD 175`: amount charged, amount credited to the balance, fee. */
function movement(line: string, index = 0, change: Partial<CardEntry> = {}): CardEntry {
  const [kind, amount = '', currency = '', other = '', otherCurrency = '', fee = '0'] = line.split(' ')
  return {
    id: `txn_${index}`,
    kind: kind as CardEntry['kind'],
    paymentId: payment,
    amount: BigInt(amount),
    currency,
    at: new Date(),
    balance: {
      currency: otherCurrency,
      amount: BigInt(other),
      fee: BigInt(fee),
      net: BigInt(other) - BigInt(fee),
    },
    ...change,
  }
}

/** Books of one row per page, newest first, that record each request. */
function booksOf(rows: readonly CardEntry[], failAt?: number) {
  const asked: { since: Date; after: string | null }[] = []
  const books: Pick<CardBooks, 'entries'> = {
    async entries(since, after) {
      asked.push({ since, after })
      const at = Number(after ?? '0')
      if (at === failAt) throw new TypeError('The page cannot be read')
      return { rows: rows.slice(at, at + 1), next: at + 1 < rows.length ? String(at + 1) : null }
    },
  }
  return { asked, read: () => readCardMovements({ db: database.db, books, account: ACCOUNT }) }
}

const balanceOf = (account: Account): Promise<bigint> => balance(database.db, account)

async function booked(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', e.kind, p.from_account, p.to_account, p.amount) as line
    from ledger_entries e join ledger_postings p on p.entry_id = e.id order by line`.execute(database.owner)
  return rows.map(({ line }) => line)
}

describe('a movement of the card provider', () => {
  it.each([
    ['a charge', 'charge 5000 USD 5000 USD 175', ['provider_fee provider_fees:USD card_clearing:USD 175']],
    [
      'a converted charge',
      'charge 90000 LRD 500 USD 50',
      [
        'converted card_clearing:USD fx:USD 500',
        'converted fx:LRD card_clearing:LRD 90000',
        'provider_fee provider_fees:USD card_clearing:USD 50',
      ],
    ],
    [
      'a converted refund',
      'refund 90000 LRD -490 USD',
      ['converted card_clearing:LRD fx:LRD 90000', 'converted fx:USD card_clearing:USD 490'],
    ],
    [
      'a refund whose fee is returned',
      'refund 5000 USD -5000 USD -100',
      ['provider_fee card_clearing:USD provider_fees:USD 100'],
    ],
    ['a refund without a fee', 'refund 5000 USD -5000 USD', []],
    [
      'a dispute’s fee',
      'dispute 5000 USD -5000 USD 1500',
      ['provider_fee provider_fees:USD card_clearing:USD 1500'],
    ],
    [
      'a payout to our bank',
      'bank_transfer 900 USD -900 USD',
      ['bank_transfer bank:USD card_clearing:USD 900'],
    ],
    [
      'an instant payout, with its fee',
      'bank_transfer 900 USD -900 USD 9',
      ['bank_transfer bank:USD card_clearing:USD 900', 'provider_fee provider_fees:USD card_clearing:USD 9'],
    ],
    [
      'a payout that came back',
      'bank_transfer 900 USD 900 USD',
      ['bank_transfer card_clearing:USD bank:USD 900'],
    ],
    ['a fee of its own', 'fee 40 USD -40 USD', ['provider_fee provider_fees:USD card_clearing:USD 40']],
    [
      'a fee of its own that is returned',
      'fee 40 USD 40 USD',
      ['provider_fee card_clearing:USD provider_fees:USD 40'],
    ],
    ['a kind that we do not know', 'other 40 USD -40 USD', []],
    ['a balance in a currency that we do not have', 'charge 5000 USD 4600 EUR 100', []],
  ])('%s is booked', async (_what, line, postings) => {
    expect(await booksOf([movement(line)]).read()).toBe(1)
    expect(await booked()).toEqual(postings)
  })

  it('without a transfer of ours is recorded, but not booked', async () => {
    const strange = { paymentId: 'pi_strange' }
    const converted = movement('charge 90000 LRD 500 USD 50', 1, strange)
    expect(await booksOf([movement('charge 5000 USD 5000 USD 175', 0, strange), converted]).read()).toBe(2)
    expect(await booked()).toEqual([])
  })
})

describe('a reading', () => {
  /** Built once the transfer is stored. */
  const three = () => [0, 1, 2].map((index) => movement('charge 5000 USD 5000 USD 100', index))

  it('begins with all movements, and the next one a day before the last', async () => {
    const { asked, read } = booksOf(three())
    const began = Date.now()
    expect(await read()).toBe(3)
    expect(asked).toEqual(['', '1', '2'].map((after) => ({ since: new Date(0), after: after || null })))
    expect(await read()).toBe(0)
    const [again] = asked.slice(3)
    expect(Math.abs((again?.since.getTime() ?? 0) - began + DAY_MS)).toBeLessThan(60_000)
    expect(await balanceOf('provider_fees:USD')).toBe(-300n)
  })

  it('that failed continues at its next page, and books nothing twice', async () => {
    await expect(booksOf(three(), 2).read()).rejects.toThrow('The page cannot be read')
    expect(await balanceOf('provider_fees:USD')).toBe(-200n)
    const { rows } = await sql`select read_upto from provider_reads`.execute(database.owner)
    expect(rows).toEqual([{ read_upto: null }])
    const { asked, read } = booksOf(three())
    expect(await read()).toBe(1)
    expect(asked).toEqual([{ since: new Date(0), after: '2' }])
    expect(await balanceOf('provider_fees:USD')).toBe(-300n)
    // Movements that arrived meanwhile are newer than the pages read, so the next reading finds them.
    expect(await booksOf([movement('fee 7 USD -7 USD', 3), ...three()]).read()).toBe(1)
    expect(await balanceOf('provider_fees:USD')).toBe(-307n)
  })

  it('concurrent with another one books nothing twice', async () => {
    const counts = await Promise.all([booksOf(three()).read(), booksOf(three()).read()])
    expect(counts.reduce((sum, one) => sum + one)).toBe(3)
    expect(await balanceOf('provider_fees:USD')).toBe(-300n)
  })
})

it('leaves recorded movements unchanged', async () => {
  await booksOf([movement('charge 5000 USD 5000 USD 100')]).read()
  const change = sql`update provider_movements set fee = 0`
  await expect(change.execute(database.db)).rejects.toThrow('permission denied')
  await expect(change.execute(database.owner)).rejects.toThrow()
})
