import { amountsOf, headlineOf, LISTED_STATUSES, sentenceOf } from '@sesa/contract'
import { describe, expect, it } from 'vitest'
import type { PayMethod } from '../db/schema/collections.ts'
import type { CancelReason } from '../db/schema/money.ts'
import { eventText, noticeOf } from '../domains/customers/account-record/kinds.ts'
import * as emails from '../domains/support/notifications/emails.ts'
import { transferNotice } from '../domains/transfers/history/texts.ts'
import { stepText } from '../domains/transfers/history/texts.ts'
import { HOLDS } from '../domains/transfers/state/holds.ts'
import { snapshotOf } from '../domains/transfers/state/snapshot.ts'
import { publicStatus, STATES, stepOf, type State } from '../domains/transfers/state/states.ts'
import { consequenceOf, consequenceOfHold } from '../domains/transfers/staff/consequences.ts'
import { nextOf } from '../domains/transfers/staff/story-next.ts'
import { STAFF_ACTIONS } from '../domains/transfers/staff/refusals.ts'
import type { TransferRow } from '../domains/transfers/state/transfer-row.ts'
import { createTransferStoredAs } from '../testing/transfer-row.ts'

const at = new Date('2026-11-21T10:00:00Z')
const MUST = {
  ...{ disclaimer: '', rights: '', error_rights: '', licences: [], regulators: [] },
  provider: { name: 'Sesa', website: '', phone: '', email: '', address: '' },
}

interface Case {
  readonly state: State
  readonly held: boolean
  readonly charged: boolean
  readonly repaid: bigint | null
  readonly cancel: CancelReason | null
}

const CASES: readonly Case[] = STATES.flatMap((state) =>
  [false, true].flatMap((held) =>
    (state === 'awaiting_payment' || state === 'cancelled' ? [false, true] : [true]).flatMap((charged) =>
      [null, 5_000n, 2_000n].flatMap((repaid) =>
        [null, 'user' as const].map((cancel) => ({ state, held, charged, repaid, cancel })),
      ),
    ),
  ),
)

const rowOf = ({ state, held, charged, repaid, cancel }: Case, payer: Partial<TransferRow>): TransferRow =>
  createTransferStoredAs({
    ...{ state, hold_reason: held ? 'staff' : null, captured_at: charged ? at : null },
    ...{ repaid_amount: repaid, cancel_reason: cancel, failure_code: 'WALLET_LIMIT_REACHED' },
    ...{ sender_country: 'LR', next_step_at: at, ...payer },
  })

const textsOf = ({
  subject,
  paragraphs,
  facts = [],
  closing = [],
}: ReturnType<typeof emails.transactionFails>) =>
  [subject, ...paragraphs, ...closing, ...facts.flat()] as readonly string[]

/** Everything that the customer reads of a transfer: its page, its emails, its notices and their record of the account. */
function readByCustomer(row: TransferRow): string[] {
  const status = publicStatus(row.state, row.hold_reason !== null) ?? 'awaiting_payment'
  const snapshot = snapshotOf(row)
  const details = {
    reference: row.reference,
    newRecipient: true,
    ...(row.pay_method === 'momo' && { by: 'momo' }),
  }
  return [
    ...[status, 'checking' as const].flatMap((shown) => [
      transferNotice(row, shown, { wasReturning: false, isEmailed: true }),
      headlineOf({ status: shown, notice: null }),
    ]),
    sentenceOf(status, 'the wallet'),
    stepText(row, stepOf(row.state)),
    stepText(row, 'refunding'),
    ...textsOf(emails.receipt(snapshot, null, MUST)),
    ...Object.values(emails.paid(snapshot)),
    ...[
      emails.transactionFails,
      emails.transactionRefunded,
      emails.transactionHeld,
      emails.transactionReleased,
    ]
      .map((write) => write(snapshot))
      .flatMap(textsOf),
    ...textsOf(emails.transactionSuccessful(snapshot, true)),
    ...(['transfer_paid', 'transfer_refunded'] as const).flatMap((kind) => [
      eventText(kind, details),
      noticeOf(kind, details)?.text ?? null,
    ]),
  ].filter((text) => text !== null)
}

/** What staff read of what happens next and what an action does. */
function readByStaff(row: TransferRow): string[] {
  const facts = { cancelReason: row.cancel_reason, isHidden: false, carrier: 'pawaPay', now: at }
  const hold = { reason: 'staff', owner: 'operations', means: null, decided: false }
  return [
    nextOf({ ...facts, row, hold: row.hold_reason === null ? null : hold })?.text ?? '',
    consequenceOfHold(row).text,
    ...STAFF_ACTIONS.map((action) => consequenceOf(action, row)),
  ]
}

const all = (payer: Partial<TransferRow>, read: (row: TransferRow) => readonly string[]): string =>
  [...new Set(CASES.flatMap((one) => read(rowOf(one, payer))))].join('\n').replaceAll('\u00A0', ' ')

const WALLET = { pay_method: 'momo', pay_network: 'mtn', clearing: 'payout_float' } as const
const UNPAID = { ...WALLET, pay_network: null } as const
const CARD: Partial<TransferRow> & { pay_method: PayMethod } = { pay_method: 'card' }

describe('words about the way to pay', () => {
  it.each([
    ['a customer who paid by phone', WALLET, readByCustomer],
    ['a customer whose network is not known yet', UNPAID, readByCustomer],
    ['staff, about a payment by phone', WALLET, readByStaff],
  ] as const)('never say card or bank to %s', (_, payer, read) => {
    expect(all(payer, read)).not.toMatch(/\b(cards?|bank)\b/i)
  })

  it('name the wallet that paid, where the money came from and where it goes back', () => {
    const said = all(WALLET, readByCustomer)
    for (const words of [
      'Your Lonestar MTN MoMo wallet was charged USD 50.00',
      'Refunding USD 50.00 to your Lonestar MTN MoMo wallet',
      'We’ve refunded USD 50.00 to your Lonestar MTN MoMo wallet',
      'Your payment from your Lonestar MTN MoMo wallet was successful. This is your receipt.',
      'so we’re checking whether the money reached Ama Mensah. If it didn’t, we’ll refund USD 50.00 to your Lonestar MTN MoMo wallet.',
      'If you still approve the request on your phone, we’ll refund USD 50.00',
    ])
      expect(said).toContain(words)
    expect(all(UNPAID, readByCustomer)).toContain('Your mobile money wallet was not charged.')
  })

  it('name to staff the wallet that the customer named for the refund', () => {
    const said = all({ ...WALLET, refund_network: 'orange' }, readByStaff)
    for (const words of [
      'We refund USD 50.00 to the Orange Money wallet.',
      'The refund may have left and still reach the Orange Money wallet.',
      'Refunds to the Orange Money wallet what we owe',
    ])
      expect(said).toContain(words)
    expect(said).not.toMatch(/to the Lonestar MTN MoMo wallet/)
  })

  it('still name the card of a customer who paid by card', () => {
    const said = all(CARD, readByCustomer)
    expect(said).toContain('Your card was charged USD 50.00')
    expect(said).toContain('Your bank can take up to 10 days to show the refund.')
    expect(said).not.toMatch(/your .*wallet was/i)
    expect(all(CARD, readByStaff)).toContain('The card may still be charged.')
  })

  it('say that a payment waits for the payer’s approval, until every request has ended', () => {
    const waits = { status: 'awaiting_payment', notice: null } as const
    const attempt = (endedAt: string | null) => ({ endedAt }) as never
    expect(headlineOf(waits)).toBe('Waiting for your approval')
    expect(
      headlineOf({ ...waits, pay: { method: 'momo', attempts: [attempt(at.toISOString()), attempt(null)] } }),
    ).toBe('Waiting for your approval')
    expect(headlineOf({ ...waits, pay: { method: 'momo', attempts: [attempt(at.toISOString())] } })).toBe(
      'Not paid yet',
    )
    expect(
      amountsOf({
        ...{ status: 'awaiting_payment', recipient: 'Ama', timeline: [], amount: 5_000, currency: 'USD' },
        ...{
          receive_amount: 1,
          receive_currency: 'GHS',
          charge: { amount: 5_000, currency: 'USD', rate: '1' },
        },
      }).replaceAll('\u00A0', ' '),
    ).toBe('USD 50.00 to Ama')
  })

  it('have a headline in every status, and staff’s words for every hold', () => {
    for (const status of LISTED_STATUSES) expect(headlineOf({ status, notice: null })).not.toBe('')
    const meanings = Object.entries(HOLDS).filter(([, { means }]) => /card/i.test(means))
    // About what only a card payment can have.
    expect(meanings.map(([name]) => name)).toEqual(['card_limit', 'disputed'])
  })
})
