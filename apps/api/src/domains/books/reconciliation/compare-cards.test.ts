import { money, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onPrimary } from '../../../db/reads.ts'
import { inTransaction } from '../../../db/index.ts'
import { createTestDatabase, forge, type TestDatabase } from '../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { post, type Entry } from '../../record/index.ts'
import { compareCards } from './compare-cards.ts'
import type { CardBooks, CardEntry, CardPaymentState } from './ports.ts'

let database: TestDatabase
let userId: string

beforeAll(async () => {
  database = await createTestDatabase()
  userId = await storeUser(database.owner)
})
beforeEach(async () => {
  await forge(database.owner, sql`truncate ledger_postings, ledger_entries`)
})
afterAll(() => database.drop())

const START = Date.UTC(2026, 0, 1)
/** Returns a time of the window, which begins at minute 0 and ends at minute 100. */
const atMinute = (minute: number) => new Date(START + minute * 60_000)
const WINDOW = { since: atMinute(0), listed: atMinute(-1_000), until: atMinute(100) }

/** Books a movement: `capture 5000 1` is a capture of USD 50.00 at minute 1. */
async function book(line: string, transferId: string = randomUUID()): Promise<void> {
  const [kind = '', amount = '', minute, currency = 'USD'] = line.split(' ')
  const entry: Entry = {
    transferId,
    kind: kind as Entry['kind'],
    postings: [
      { from: 'card_clearing', to: 'customer', amount: money(BigInt(amount), currency as CurrencyCode) },
    ],
  }
  await inTransaction(database.db, 'test.post', (tx) => post(tx, entry))
  await forge(
    database.owner,
    sql`update ledger_entries set created_at = ${atMinute(Number(minute))} where transfer_id = ${transferId}
    and kind = ${kind}`,
  )
}

/** Returns a movement in the provider's books: `charge 5000 1`, optionally with a currency and a payment. */
function movement(line: string, index: number): CardEntry {
  const [kind, amount = '', minute, currency = 'USD', paymentId = null] = line.split(' ')
  const at = atMinute(Number(minute))
  return {
    id: `txn_${index}`,
    kind: kind as CardEntry['kind'],
    paymentId,
    amount: BigInt(amount),
    currency,
    at,
    balance: { currency: 'USD', amount: 0n, fee: 0n, net: 0n },
  }
}

/** Returns the provider's books, newest first, one row per page. */
function booksOf(entries: readonly CardEntry[], payments: readonly CardPaymentState[] = []): CardBooks {
  const pageOf = <T>(rows: readonly T[], after: string | null) => {
    const at = Number(after ?? '0')
    return Promise.resolve({
      rows: rows.toReversed().slice(at, at + 1),
      next: at + 1 < rows.length ? String(at + 1) : null,
    })
  }
  return {
    entries: (_, after) => pageOf(entries, after),
    payments: (_, after) => pageOf(payments, after),
  }
}

const compare = (theirs: readonly string[]) =>
  compareCards(onPrimary(database.db), booksOf(theirs.map(movement)), WINDOW)

describe('the card provider’s movements', () => {
  it.each([
    ['a charge', ['capture 5000 1'], ['charge 5000 1'], []],
    ['a refund', ['refund 5000 1'], ['refund 5000 1'], []],
    ['a refund that came back', ['refund_returned 5000 1'], ['refund_failure 5000 1'], []],
    ['a dispute', ['dispute 5000 1'], ['dispute 5000 1'], []],
    ['a dispute that was won', ['dispute_won 5000 1'], ['dispute_reversal 5000 1'], []],
    ['two of one amount', ['refund 10 1', 'refund 10 2'], ['refund 10 1', 'refund 10 2'], []],
    ['what belongs to no charge', [], ['other 5000 1', 'fee 100 1', 'bank_transfer 900 1'], []],
    ['an entry of ours that has no name there', ['repaid 5000 1'], [], ['other_missing_there']],
    ['a charge that we did not book', [], ['charge 5000 1'], ['charge_missing_here']],
    ['a charge that the provider has not', ['capture 5000 1'], [], ['charge_missing_there']],
    ['another amount', ['capture 5000 1'], ['charge 5001 1'], ['charge_amount']],
    ['another currency', ['capture 5000 1'], ['charge 5000 1 GHS'], ['charge_amount']],
    ['another kind', ['capture 5000 1'], ['refund 5000 1'], ['charge_missing_there', 'refund_missing_here']],
    ['more here', ['refund 10 1', 'refund 20 2'], ['refund 30 1'], ['refund_amount', 'refund_missing_there']],
    ['more there', ['refund 10 1'], ['refund 20 1', 'refund 30 2'], ['refund_amount', 'refund_missing_here']],
    ['one of two that agrees', ['refund 10 1'], ['refund 20 1', 'refund 10 2'], ['refund_missing_here']],
    ['ours before the window', ['capture 5000 -1'], [], []],
    ['ours as the window begins', ['capture 5000 0'], [], ['charge_missing_there']],
    ['theirs before the window', [], ['charge 5000 -1'], []],
    ['theirs as the window begins', [], ['charge 5000 0'], ['charge_missing_here']],
    ['both before the window', ['capture 5000 -1'], ['charge 5001 -1'], []],
    ['ours before the window alone', ['capture 5000 -1'], ['charge 5001 0'], ['charge_amount']],
    ['theirs before the window alone', ['capture 5000 0'], ['charge 5001 -1'], ['charge_amount']],
    ['ours while it settles', ['capture 5000 100'], [], []],
    ['ours just settled', ['capture 5000 99'], [], ['charge_missing_there']],
    ['theirs while it settles', [], ['charge 5000 100'], []],
    ['theirs just settled', [], ['charge 5000 99'], ['charge_missing_here']],
    ['one side while the other settles', ['capture 5000 99'], ['charge 5000 100'], []],
    ['a refund taken back at once', [], ['refund 10 1', 'refund_failure 10 1'], []],
    [
      'a refund after the failure of another',
      [],
      ['refund_failure 10 1', 'refund 10 2'],
      ['refund_failure_missing_here', 'refund_missing_here'],
    ],
    [
      'a refund beside one that was reversed',
      [],
      ['refund 20 1', 'refund 10 2', 'refund_failure 10 3'],
      ['refund_missing_here'],
    ],
    [
      'a refund of one payment and the reversal of another’s',
      [],
      ['refund 10 1 USD pi_a', 'refund_failure 10 2 USD pi_b'],
      ['refund_failure_missing_here', 'refund_missing_here'],
    ],
    [
      'a refund reversed in another currency',
      [],
      ['refund 10 1', 'refund_failure 10 2 GHS'],
      ['refund_failure_missing_here', 'refund_missing_here'],
    ],
    [
      'a charge, which is never reversed',
      [],
      ['charge 10 1', 'refund_failure 10 2'],
      ['charge_missing_here', 'refund_failure_missing_here'],
    ],
  ])('%s', async (_, ours, theirs, breaks) => {
    for (const line of ours) await book(line)
    const found = await compare(theirs)
    expect(found.breaks.map(({ kind }) => kind).toSorted()).toEqual(breaks.map((kind) => `card_${kind}`))
    expect(found.compared).toEqual({
      cardEntriesOurs: ours.length,
      cardEntriesTheirs: theirs.filter((line) => !/^(other|fee|bank_transfer)/.test(line)).length,
      cardPayments: 0,
    })
  })

  it('belong to a transfer’s payment, and a break names both sides and the earlier time', async () => {
    const { id, reference, payment } = await storeTransfer(database.owner, userId, 'sent')
    await book('capture 5000 5', id)
    expect((await compare([`charge 5000 1 USD ${payment}`])).breaks).toEqual([])
    const differing = await compare([`charge 5001 1 USD ${payment}`])
    expect(differing.breaks).toMatchObject([
      {
        subject: `${payment} txn_0`,
        ours: expect.stringMatching(`${reference}.* USD 50\\.00$`),
        theirs: expect.stringMatching(/txn_0.* USD 50\.01$/),
        owner: 'operations',
        movedAt: atMinute(1),
      },
    ])
    const [later] = (await compare([`charge 5001 9 USD ${payment}`])).breaks
    expect(later?.movedAt).toEqual(atMinute(5))
    const { breaks } = await compare(['charge 5000 1 USD pi_else'])
    expect(
      breaks.map(({ kind, subject, ours, theirs }) => [kind, subject, ours === null, theirs === null]),
    ).toEqual([
      ['card_charge_missing_there', expect.stringMatching(`^${payment} \\d+$`), false, true],
      ['card_charge_missing_here', 'pi_else txn_0', true, false],
    ])
  })

  it('without a payment still have a subject', async () => {
    expect((await compare(['charge 5000 1'])).breaks).toMatchObject([{ subject: 'txn_0' }])
  })
})

describe('a payment of the card provider', () => {
  it.each([
    ['open', 'awaiting_payment', null],
    ['succeeded', 'sent', null],
    ['succeeded', 'cancelled', null],
    ['cancelled', 'cancelled', null],
    ['open', 'cancelled', 'card_payment_left_open'],
    ['processing', 'cancelled', 'card_payment_left_open'],
    ['open', null, 'card_payment_unknown'],
    ['succeeded', null, 'card_payment_unknown'],
    ['cancelled', null, null],
  ] as const)('that is %s for a transfer that is %s: %s', async (status, state, kind) => {
    const stored = state === null ? null : await storeTransfer(database.owner, userId, state)
    const id = stored?.payment ?? `pi_${randomUUID()}`
    const look = (minute: number) => {
      const payment = { id, status, transferId: stored?.id ?? null, record: null, at: atMinute(minute) }
      return compareCards(onPrimary(database.db), booksOf([], [payment]), WINDOW)
    }
    const { breaks, compared } = await look(99)
    const theirs = stored === null ? status : expect.stringMatching(`^${status}\\b.* ${stored.id}$`)
    expect(breaks).toEqual(
      kind === null
        ? []
        : [{ kind, subject: id, ours: state, theirs, owner: 'engineering', movedAt: atMinute(99) }],
    )
    expect(compared['cardPayments']).toBe(1)
    expect((await look(100)).breaks).toEqual([])
  })
})
