import { formatMoney } from '@sesa/money'
import {
  closeRail,
  endManualPayout,
  listManualPayouts,
  openRail,
  readRailName,
  readRouteCandidates,
  readTarget,
  requireRoute,
  requireUse,
  routeNetwork,
} from '../domains/payouts/index.ts'
import { floatAccountOf, RAIL_NAMES } from '../config/rail-names.ts'
import {
  argument,
  CliError,
  CUSTOMER_WORDS,
  customerWordsOf,
  staffActionOf,
  table,
  type Command,
  type Described,
  type Given,
} from './command.ts'

/** Returns the rail, and the network if the command names one. */
const railAndTarget = ({ rest }: Given) => readRailName(rest.join(' '), RAIL_NAMES)

const manualEnd = (outcome: 'paid' | 'failed'): Command['run'] => {
  return async ({ db }, given, say) => {
    const transferReference = argument(given, 'transfer reference')
    if (!(await endManualPayout(db, { transferReference, outcome }, staffActionOf(given)))) {
      throw new CliError(`No pay-out of ${transferReference} waits for staff.`)
    }
    say(`${transferReference}: ${outcome}`)
    return { code: 0, json: { transfer: transferReference, outcome } }
  }
}

const RAIL: Described = ['<rail>', `one of ${RAIL_NAMES.join(', ')}`]
const NETWORK: Described = ['[network]', 'only this network, such as GH/mtn']
const TRANSFER: Described = ['<transfer>', 'the reference of the transfer, such as S-0A1B2C3D']

export const railCommands: readonly Command[] = [
  {
    words: ['rails', 'list'],
    does: 'list the rails to each network, first choice first, and which are off',
    async run({ db }, _given, say) {
      const ways = await readRouteCandidates(db, { rails: RAIL_NAMES, accountOf: floatAccountOf })
      const rows = ways.map((way) => [
        `${way.country}/${way.network}`,
        String(way.position),
        way.rail,
        way.closed ?? 'open',
        way.bounds === null ? '' : `${formatMoney(way.bounds.minimum)} to ${formatMoney(way.bounds.maximum)}`,
      ])
      table([['network', 'choice', 'rail', 'state', 'bounds'], ...rows]).forEach(say)
      const json = ways.map(
        ({ bounds, account: _account, wallet: _wallet, isEmpty: _isEmpty, isOff: _isOff, ...way }) => ({
          ...way,
          minimum: bounds === null ? null : formatMoney(bounds.minimum),
          maximum: bounds === null ? null : formatMoney(bounds.maximum),
        }),
      )
      return { code: 0, json: { rails: json } }
    },
  },
  {
    words: ['rails', 'route'],
    args: [
      ['<network>', 'such as GH/mtn'],
      ['<rails...>', `first choice first, of ${RAIL_NAMES.join(', ')}`],
    ],
    isSigned: true,
    does: 'choose the rails that pay out to a network, first choice first',
    example: 'GH/mtn mtn-momo-gh pawapay',
    async run({ db }, given, say) {
      const [network = '', ...rails] = given.rest
      const target = readTarget(network)
      requireRoute(rails, RAIL_NAMES)
      await routeNetwork(db, target, rails, staffActionOf(given))
      say(`${network}: ${rails.join(', ')}`)
      return { code: 0, json: { network, rails } }
    },
  },
  {
    words: ['rails', 'off'],
    args: [RAIL, NETWORK],
    options: [CUSTOMER_WORDS],
    isSigned: true,
    does: 'stop taking new transfers on a rail',
    example: "pawapay GH/mtn --words 'MTN in Ghana is being repaired.'",
    async run({ db }, given, say) {
      const { rail, target } = railAndTarget(given)
      const count = await closeRail(db, rail, target, customerWordsOf(given), staffActionOf(given))
      requireUse(count, rail)
      say(`${rail}: off for ${count} networks`)
      return { code: 0, json: { rail, state: 'off', networks: count } }
    },
  },
  {
    words: ['rails', 'on'],
    args: [RAIL, NETWORK],
    isSigned: true,
    does: 'take transfers on a rail again; waiting transfers go out automatically',
    example: 'pawapay GH/mtn',
    async run({ db }, given, say) {
      const { rail, target } = railAndTarget(given)
      const count = await openRail(db, rail, target, staffActionOf(given))
      requireUse(count, rail)
      say(`${rail}: on for ${count} networks`)
      return { code: 0, json: { rail, state: 'on', networks: count } }
    },
  },
  {
    words: ['manual', 'list'],
    does: 'list the pay-outs that staff make by hand, oldest first',
    async run({ db }, _given, say) {
      const waiting = await listManualPayouts(db)
      const rows = waiting.map((one) => [
        one.transferReference,
        `${one.country}/${one.network}`,
        one.phone,
        formatMoney(one.amount),
        one.askedAt.toISOString(),
      ])
      if (rows.length > 0) table([['transfer', 'network', 'phone', 'amount', 'since'], ...rows]).forEach(say)
      say(`${rows.length} waiting`)
      const json = waiting.map((one) => ({ ...one, amount: formatMoney(one.amount) }))
      return { code: 0, json: { payouts: json } }
    },
  },
  {
    words: ['manual', 'done'],
    args: [TRANSFER],
    isSigned: true,
    does: 'record that the money is in the wallet; the reason is the carrier’s payment number',
    example: 'S-0A1B2C3D',
    run: manualEnd('paid'),
  },
  {
    words: ['manual', 'fail'],
    args: [TRANSFER],
    isSigned: true,
    does: 'record that nothing was paid out: the customer gets everything back',
    example: 'S-0A1B2C3D',
    run: manualEnd('failed'),
  },
]
