import type {
  DailyClose,
  DayReport,
  Floats,
  FloatWallet,
  MovementOnItsWay,
  ShownDailyClose,
  TreasuryEntry,
} from '@sesa/contract/office'
import { at, idOf } from './samples.ts'

export function sampleDailyClose(over: Partial<DailyClose> = {}): DailyClose & { report: DayReport } {
  return {
    day: '2026-11-25',
    digest: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    explanation: null,
    preparedBy: 'Kofi Mensah',
    preparedAt: at(-30),
    signedBy: null,
    signedAt: null,
    note: null,
    report: {
      day: '2026-11-25',
      accounts: [
        { account: 'customer:USD', opening: '0', entries: { capture: '5000' }, closing: '5000' },
        { account: 'losses:USD', opening: '0', entries: {}, closing: '0' },
      ],
      corridors: [
        {
          sender: 'US',
          recipient: 'GH',
          charged: 1,
          paidOut: 1,
          refunded: 0,
          repaid: 0,
          disputed: 0,
          amounts: [
            { currency: 'USD', charged: '10000', paidOut: '0', refunded: '0', repaid: '0', disputed: '0' },
          ],
          results: [
            { currency: 'USD', fees: '1000', margin: '250', exchange: '0', providerFees: '0', losses: '0' },
            { currency: 'SLE', fees: '0', margin: '0', exchange: '0', providerFees: '0', losses: '0' },
          ],
          inDollars: '1250',
        },
      ],
      ratesAsOf: at(-60),
      positions: [{ account: 'card_clearing:USD', state: 'equal', difference: '0' }],
      openBreaks: {},
    },
    ...over,
  }
}

/** A day that can be prepared: nothing differs. */
export function sampleDay(over: Partial<ShownDailyClose> = {}): ShownDailyClose {
  const done = ['over', 'compared', 'breaks', 'positions', 'figures'] as const
  return {
    day: '2026-11-25',
    days: [
      { day: '2026-11-24', state: 'signed' },
      { day: '2026-11-25', state: 'open' },
      { day: '2026-11-26', state: 'running' },
    ],
    checks: [
      ...done.map((kind) => ({ kind, state: 'done' as const, text: 'As it should be' })),
      { kind: 'prepared', state: 'waiting', text: 'Not prepared' },
      { kind: 'signed', state: 'waiting', text: 'Not signed' },
    ],
    close: null,
    ...over,
  }
}

export function sampleWallet(over: Partial<FloatWallet> = {}): FloatWallet {
  const ghs = (amount: number) => ({ amount, currency: 'GHS' as const })
  return {
    name: 'pawapay/GH/GHS',
    account: 'pawapay',
    country: 'GH',
    currency: 'GHS',
    state: 'low',
    balance: ghs(5_000_000),
    pending: ghs(0),
    onItsWay: ghs(0),
    promised: ghs(0),
    reserved: ghs(1_200_000),
    available: ghs(3_800_000),
    alertLevel: ghs(4_000_000),
    hoursLeft: 75,
    topUp: null,
    readAt: at(-2),
    ...over,
  }
}

export function sampleFloats(over: Partial<Floats> = {}): Floats {
  const ghs = (amount: number) => ({ amount, currency: 'GHS' as const })
  return {
    wallets: [sampleWallet()],
    stopped: 0,
    positions: [
      {
        ...{ account: 'payout_float:GHS', currency: 'GHS', held: ['mtn-momo-gh', 'pawapay'] },
        ...{ state: 'differs', ledger: ghs(5_100_000), provider: ghs(5_000_000), difference: ghs(-100_000) },
        readAt: at(-3),
      },
    ],
    movements: [sampleOnItsWay()],
    bank: [{ amount: 120_050, currency: 'USD' }],
    exposure: [{ open: ghs(-250_000), inDollars: { amount: -22_600, currency: 'USD' } }],
    ...over,
  }
}

export function sampleOnItsWay(over: Partial<MovementOnItsWay> = {}): MovementOnItsWay {
  return {
    account: 'payout_float:GHS',
    wallet: 'pawapay/GH/GHS',
    reference: 'S-WP41P001',
    kind: 'paid_out',
    at: at(-1),
    amount: { amount: 57_712, currency: 'GHS' },
    direction: 'out',
    missing: 'books',
    ...over,
  }
}

export function sampleTreasuryEntry(number = 1, over: Partial<TreasuryEntry> = {}): TreasuryEntry {
  return {
    id: idOf(100 + number),
    at: at(-number * 500),
    kind: 'top_up',
    account: 'pawapay',
    reference: `FT2633${number}`,
    amount: { amount: 100_000, currency: 'GHS' },
    paid: { amount: 9_050, currency: 'USD' },
    as: null,
    enteredBy: 'Efua Owusu',
    approvedBy: 'Kofi Mensah',
    reason: 'Statement of November',
    ...over,
  }
}

export function sampleResults() {
  const figures = [
    {
      ...{ currency: 'USD', charged: '10000', paidOut: '0', refunded: '5000', repaid: '0', disputed: '0' },
      ...{ fees: '1000', margin: '250', exchange: '0', providerFees: '-350', losses: '0' },
    },
  ]
  const counted = { charged: 2, paidOut: 1, refunded: 1, repaid: 0, disputed: 0, figures, inDollars: '900' }
  return {
    from: '2026-11-19',
    to: '2026-11-25',
    ratesAsOf: at(-30),
    rows: [{ day: '2026-11-24', isSigned: true, sender: 'US', recipient: 'GH', ...counted }],
    total: counted,
    exposure: [
      {
        ...{ day: '2026-11-24', currency: 'GHS', opening: '0', byTransfers: '-57000' },
        ...{ byTreasury: '50000', closing: '-7000', inDollars: '-633' },
      },
    ],
  }
}
