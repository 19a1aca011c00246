import { isPermitted, type ApprovalAction } from '@sesa/contract/office'
import { formatMoney, isCurrencyCode, money, parseAmount, subtract, type Money } from '@sesa/money'
import * as v from 'valibot'
import type { Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { maskPhone } from '../../../lib/mask.ts'
import { readerOf, readStaffView } from '../../transfers/index.ts'
import {
  amountOf,
  goneAbout,
  inWords,
  networkOf,
  readCustomer,
  type About,
  type Change,
  type Reader,
} from './about.ts'
import type { Carriers, Kind } from './kind.ts'
import { transferVersion } from './versions.ts'

const repaidPayload = v.object({ amount: v.string() })

/** Returns the money a request moves and the values it changes on a transfer. `owed` is null once its books are archived. */
type Effect = (
  now: { readonly owed: Money | null; readonly sent: Money; readonly hold: string },
  payload: unknown,
) => { readonly amount: Money | null; readonly changes: readonly Change[] }

async function aboutTransfer(
  db: Db,
  reference: string,
  { roles }: Reader,
  effect: (now: Parameters<Effect>[0]) => ReturnType<Effect>,
): Promise<About> {
  const view = await readStaffView(db, reference, readerOf({ roles }))
  if (view === undefined) return goneAbout(reference)
  const { row, hold, heldSince, standing } = view
  const sent = money(row.amount, row.currency)
  const customer = isPermitted(roles, 'customers.read')
    ? await readCustomer(db, row.user_id, { roles })
    : null
  const held = hold === null ? 'Not on hold' : inWords(hold.reason)
  const { amount, changes } = effect({ owed: standing?.owed ?? null, sent, hold: held })
  const facts = [
    ...(customer ? [{ label: 'Sender', value: customer.label }] : []),
    {
      label: 'Recipient',
      value: `${maskPhone(row.recipient_phone) ?? ''}, ${networkOf(`${row.country}/${row.network}`)}`,
    },
    { label: 'Sent', value: formatMoney(sent) },
    { label: 'Charged', value: formatMoney(money(row.charge_amount, row.charge_currency)) },
    { label: 'Arrives', value: formatMoney(money(row.receive_amount, row.receive_currency)) },
    ...(standing === null ? [] : [{ label: 'We owe the customer', value: formatMoney(standing.owed) }]),
    ...(hold === null || heldSince === null
      ? []
      : [{ label: 'On hold since', value: heldSince.toISOString() }]),
    ...(hold?.means ? [{ label: 'What the hold means', value: hold.means }] : []),
  ]
  return {
    label: reference,
    link: { page: 'transfer', id: reference },
    state: `${inWords(row.state)}, ${hold === null ? 'not on hold' : `on hold: ${held}`}`,
    amount: amount && amountOf(amount),
    facts,
    changes: [...changes],
  }
}

/** Reads an amount as `formatMoney` writes it; null for another text. */
function readMoney(text: string): Money | null {
  const [currency = '', number = ''] = text.split(' ')
  if (!isCurrencyCode(currency)) return null
  const parsed = parseAmount(number.replaceAll(',', ''), currency)
  return parsed.ok ? parsed.money : null
}

/** Reads the amount of a repayment. @throws Refused. */
function repaidAmount(payload: unknown): Money {
  const amount = readMoney(v.parse(repaidPayload, payload).amount)
  if (amount === null)
    throw new Refused('invalid_field', {
      field: 'amount',
      message: 'Give an amount above zero, with its currency.',
    })
  return amount
}

const refund: Effect = ({ owed }) => ({
  amount: owed,
  changes: owed
    ? [{ label: 'We owe the customer', from: formatMoney(owed), to: 'Nothing: it goes back to the card' }]
    : [],
})

const repaid: Effect = ({ owed }, payload) => {
  const read = v.safeParse(repaidPayload, payload)
  const amount = read.success ? readMoney(read.output.amount) : null
  if (amount === null || owed?.currency !== amount.currency) return { amount, changes: [] }
  return {
    amount,
    changes: [
      { label: 'We owe the customer', from: formatMoney(owed), to: formatMoney(subtract(owed, amount)) },
    ],
  }
}

const release: Effect = ({ sent, hold }) => ({
  amount: sent,
  changes: [{ label: 'Hold', from: hold, to: 'None: the transfer goes on' }],
})

const ofTransfer = (effect: Effect) =>
  ({
    reads: 'transfers.read',
    isAboutTransfer: true,
    versionOf: transferVersion,
    about: (db: Db, { entity, payload }: { entity: string; payload: unknown }, reader: Reader) =>
      aboutTransfer(db, entity, reader, (now) => effect(now, payload)),
  }) as const

/** Creates the kinds of requests about one transfer on hold. */
export const createTransferKinds = ({ transfers }: Pick<Carriers, 'transfers'>) =>
  ({
    refund: {
      ...ofTransfer(refund),
      permission: 'refunds.request',
      check: (_payload, reference, roles) => transfers.check(reference, 'refund', readerOf({ roles })),
      async carryOut(reference, _payload, action) {
        await transfers.refund(reference, action)
        return 'refund requested'
      },
    },
    repaid: {
      ...ofTransfer(repaid),
      permission: 'payouts.request',
      check: (payload, reference, roles) =>
        transfers.check(reference, 'repaid', readerOf({ roles }), repaidAmount(payload)),
      async carryOut(reference, payload, action) {
        const { amount } = v.parse(repaidPayload, payload)
        await transfers.repaid(reference, { ...action, amount })
        return `${amount} booked as paid back`
      },
    },
    release: {
      ...ofTransfer(release),
      permission: 'holds.release',
      check: (_payload, reference, roles) => transfers.check(reference, 'release', readerOf({ roles })),
      async carryOut(reference, _payload, action) {
        await transfers.release(reference, action)
        return 'released'
      },
    },
  }) as const satisfies Partial<Record<ApprovalAction, Kind>>
