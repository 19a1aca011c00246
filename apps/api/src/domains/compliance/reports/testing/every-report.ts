import { DIRECTIONS, findCountry } from '@sesa/contract'
import { money, type CurrencyCode } from '@sesa/money'
import type { Party, ReportedTransfer, SuspicionReport } from '../model.ts'
import { REPORT, SENDER, TRANSFER } from './report.ts'

const currencyOf = (country: string): CurrencyCode => findCountry(country)?.currency ?? 'USD'

/** Senders with different sets of known facts. */
const SENDERS: Readonly<Record<string, Party>> = {
  'a sender of whom all is known': SENDER,
  'a sender without a tax number': { ...SENDER, taxNumber: null, occupation: null },
  'a sender abroad': {
    ...SENDER,
    gender: 'male',
    taxNumber: 'GHA-0123456',
    residence: 'GH',
    address: { line: '1 Ring Road', postalCode: null, city: 'Accra', country: 'GH', state: 'GA' },
  },
}

interface Case {
  readonly name: string
  readonly report: SuspicionReport
}

/** Makes a transfer of each direction, paid in the sender's currency and, if that differs, in dollars. */
function transfersOf(country: 'GH' | 'US', sender: Party): { name: string; transfer: ReportedTransfer }[] {
  return DIRECTIONS.filter(({ from, to }) => from === country || to === country).flatMap(({ from, to }) => {
    const sent = currencyOf(from)
    return [...new Set<CurrencyCode>([sent, 'USD'])].map((charged) => ({
      name: `${from} to ${to}, paid in ${charged}`,
      transfer: {
        ...TRANSFER,
        sender,
        senderCountry: from,
        recipientCountry: to,
        sent: money(97_099n, sent),
        charged: money(99_999n, charged),
        chargedWithoutFee: money(charged === sent ? 97_099n : 8_541n, charged),
        received: money(1_103_773n, currencyOf(to)),
      },
    }))
  })
}

/**
 * Returns every kind of report to a country: each direction, payment currency and sender, and an account without transfers.
 */
export const everyReport = (country: 'GH' | 'US', more: Partial<Party> = {}): readonly Case[] =>
  Object.entries(SENDERS).flatMap(([whom, known]) => {
    const sender = { ...known, ...more }
    return [
      ...transfersOf(country, sender).map(({ name, transfer }) => ({
        name: `${name}, ${whom}`,
        report: { ...REPORT, transfers: [transfer] },
      })),
      { name: `no transfer, ${whom}`, report: { ...REPORT, transfers: [], subject: sender } },
    ]
  })
