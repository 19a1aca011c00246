import { randomUUID } from 'node:crypto'
import { integer, text } from '../core/rows.ts'
import type { Row } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { Collections } from '../carriers/collections.ts'
import type { PayoutRow, Wallets } from '../carriers/wallets.ts'
import type { Failure, Operation, PayoutRequest } from './payout-request.ts'
import { openCallbacks } from './account.ts'
import { depositOf, iso, openTables, operationOf, toBookRow, toData, toFloat, toStored } from './tables.ts'
import type { FloatRow } from './tables.ts'

/** Last four digits of the recipient's number, which decide the outcome of a payout. */
const UNKNOWN_TO_CARRIER = '0001'
const SLOW = '0002'
export const ANSWER_LOST = '0003'
export const REQUEST_LOST = '0004'
const WALLET_FULL = '0005'

const SLOW_MS = 60_000
const COMPLETION = 'payout'

export type Submission =
  | { status: 'ACCEPTED' | 'DUPLICATE_IGNORED'; created: string }
  | { status: 'REJECTED'; failure: Failure }

export interface Payouts {
  /** Accepts a request once per id; for most numbers it ends before this returns. */
  submit(payout: PayoutRequest): Submission
  /**
   * Records a request that never reached the carrier; returns true for the first one with its id, false if one was lost
   * before.
   */
  lose(payoutId: string): boolean
  /** Returns pawaPay's `data` for a status query, or null if the carrier has no such request of this kind. */
  find(id: string, operation: Operation): Record<string, unknown> | null
  /** Sends the callback again. Returns null if there is no such request of this kind, false if it has not ended. */
  resendCallback(id: string, operation: Operation): boolean | null
  /** Returns true while a refund of this deposit has not ended. */
  isRefunding(depositId: string): boolean
  /** Returns the remaining float of each country. */
  floats(): FloatRow[]
  /** Adds money that a deposit brought. */
  collect(country: string, minor: number): void
  /** Sets the float of a country, in minor units. Returns false when there is no such country. */
  setFloat(country: string, minor: bigint): boolean
  /** Returns one row per reference, newest first. */
  book(): PayoutRow[]
}

/** Opens pawaPay's books of money to wallets, and the business's floats. */
export function openPayouts(world: World, wallets: Wallets, collections: Collections): Payouts {
  const callBackWith = openCallbacks(world)
  const { one, repeat, loss, lost, insert, draw, giveBack, setFloat, close, refunding, ...lists } =
    openTables(world.db)

  function settle(payoutId: string, failure: Failure | null) {
    const row = close.get(
      failure === null ? 'COMPLETED' : 'FAILED',
      failure && JSON.stringify(failure),
      payoutId,
    )
    if (row === undefined) return
    const [amount, deposit] = [integer(row, 'amount'), depositOf(row)]
    if (failure === null) {
      wallets.pay(text(row, 'msisdn'), text(row, 'currency'), amount)
      if (deposit !== undefined) collections.giveBack(deposit, amount)
    } else if (failure !== OUT_OF_FUNDS) giveBack.run(amount, text(row, 'country'))
    callBack(row)
  }

  function callBack(row: Row) {
    const { clientReferenceId: _, ...body } = toData(row)
    callBackWith(body, operationOf(row) === 'refund' ? 'collection' : 'payout')
  }

  function carryOut({ id, operation, phoneNumber }: PayoutRequest) {
    const ending = phoneNumber.slice(-4)
    const refused = operation === 'refund' ? REFUND_FAILURES[phoneNumber.slice(-3)] : undefined
    if (ending === SLOW) world.schedule(COMPLETION, id, world.now() + SLOW_MS, null)
    else settle(id, refused ?? FAILURES[ending] ?? null)
  }

  world.onDue(COMPLETION, (payoutId) => settle(payoutId, null))

  return {
    submit(payout) {
      return world.atomically((): Submission => {
        const known = repeat.get(payout.id)
        if (known !== undefined)
          return { status: 'DUPLICATE_IGNORED', created: iso(integer(known, 'created')) }
        const { id, operation, phoneNumber, minor, currency, country } = payout
        const isFunded = draw.run(minor, country).changes > 0
        if (!isFunded && operation !== 'refund') return { status: 'REJECTED', failure: OUT_OF_FUNDS }
        const created = world.now()
        const before = lost.get(id)
        const attempts = 1 + (before === undefined ? 0 : integer(before, 'attempts'))
        const wire = JSON.stringify(toStored(payout))
        insert.run(id, phoneNumber, minor, currency, country, attempts, wire, created, randomUUID())
        if (isFunded) carryOut(payout)
        else settle(id, OUT_OF_FUNDS)
        return { status: 'ACCEPTED', created: iso(created) }
      })
    },
    lose: (payoutId) => loss.run(payoutId).changes > 0,
    find(id, operation) {
      const row = one.get(id)
      return row === undefined || operationOf(row) !== operation ? null : toData(row)
    },
    resendCallback(id, operation) {
      const row = one.get(id)
      if (row === undefined || operationOf(row) !== operation) return null
      if (text(row, 'status') === 'PROCESSING') return false
      callBack(row)
      return true
    },
    isRefunding: (depositId) => refunding.get(depositId) !== undefined,
    collect: (country, minor) => void giveBack.run(minor, country),
    floats: () => lists.floats.all().map(toFloat),
    setFloat: (country, minor) => setFloat.run(minor, country).changes > 0,
    book: () => lists.payouts.all().map(toBookRow),
  }
}

const FAILURES: Record<string, Failure> = {
  [UNKNOWN_TO_CARRIER]: {
    failureCode: 'RECIPIENT_NOT_FOUND',
    failureMessage: 'The phone number does not belong to a wallet of this carrier.',
  },
  [WALLET_FULL]: {
    failureCode: 'WALLET_LIMIT_REACHED',
    failureMessage: 'The wallet of the recipient has reached its limit.',
  },
}

/** Last three digits, published for payouts; that refunds follow them is invented. */
const REFUND_FAILURES: Record<string, Failure> = {
  '089': {
    failureCode: 'RECIPIENT_NOT_FOUND',
    failureMessage: 'The phone number does not belong to a wallet of this carrier.',
  },
  '119': { failureCode: 'UNSPECIFIED_FAILURE', failureMessage: 'The provider gave no reason.' },
}

const OUT_OF_FUNDS: Failure = {
  failureCode: 'PAWAPAY_WALLET_OUT_OF_FUNDS',
  failureMessage: 'The balance of the pawaPay wallet is too low.',
}
