import { NETWORKS, type DestinationCode, type NetworkValue } from '@sesa/contract'
import { formatMoney } from '@sesa/money'
import {
  closeRail,
  endManualPayout,
  listManualPayouts,
  openRail,
  readRouteCandidates,
  routeNetwork,
} from '../modules/rails/index.ts'
import { RAIL_NAMES } from '../config/rail-names.ts'
import { argument, staffActionOf, table, type Command, type Given } from './command.ts'
import { CliError } from './error.ts'

interface Target {
  readonly country: DestinationCode
  readonly network: NetworkValue
}

/** `GH/mtn`. @throws CliError when there is no such network. */
function targetOf(text: string): Target {
  const found = NETWORKS.find(({ country, value }) => `${country}/${value}` === text)
  if (found !== undefined) return { country: found.country, network: found.value }
  const known = NETWORKS.map(({ country, value }) => `${country}/${value}`).join(', ')
  throw new CliError(`${text} is not a network. Name one of ${known}.`)
}

function railOf(text: string | undefined): string {
  if (text !== undefined && RAIL_NAMES.includes(text)) return text
  throw new CliError(`${text ?? 'Nothing'} is not a rail. Name one of ${RAIL_NAMES.join(', ')}.`)
}

/** A rail, and the one network that is meant where one is named. */
function railAndTarget({ rest }: Given): { rail: string; target: Target | undefined } {
  const [rail, network, ...more] = rest
  if (more.length > 0)
    throw new CliError('Give a rail, and one network such as GH/mtn if only that is meant.')
  return { rail: railOf(rail), target: network === undefined ? undefined : targetOf(network) }
}

function waysClosed(count: number, rail: string): void {
  if (count === 0) throw new CliError(`${rail} is on no network's table. See rails list.`)
}

const manualEnd = (outcome: 'paid' | 'failed'): Command['run'] => {
  return async ({ db }, given, say) => {
    const transferReference = argument(given, 'transfer reference')
    if (!(await endManualPayout(db, { transferReference, outcome }, staffActionOf(given)))) {
      throw new CliError(`No pay-out of ${transferReference} waits for a person.`)
    }
    say(`${transferReference}: ${outcome}`)
    return 0
  }
}

export const railCommands: readonly Command[] = [
  {
    words: ['rails', 'list'],
    usage: 'rails list',
    does: 'the ways to each network, in their order, and what is closed',
    async run({ db }, _given, say) {
      const ways = await readRouteCandidates(db, RAIL_NAMES)
      const rows = ways.map((way) => [
        `${way.country}/${way.network}`,
        String(way.position),
        way.rail,
        way.closed ?? 'open',
        way.bounds === null ? '' : `${formatMoney(way.bounds.minimum)} to ${formatMoney(way.bounds.maximum)}`,
      ])
      table([['network', 'choice', 'rail', 'state', 'bounds'], ...rows]).forEach(say)
      return 0
    },
  },
  {
    words: ['rails', 'route'],
    usage: 'rails route NETWORK RAIL… --by NAME --reason TEXT',
    does: 'which rails pay out to a network, first choice first',
    async run({ db }, given, say) {
      const [network = '', ...rails] = given.rest
      const target = targetOf(network)
      if (rails.length === 0) throw new CliError('Name at least one rail.')
      if (new Set(rails).size < rails.length) throw new CliError('Name each rail once.')
      rails.forEach(railOf)
      await routeNetwork(db, target, rails, staffActionOf(given))
      say(`${network}: ${rails.join(', ')}`)
      return 0
    },
  },
  {
    words: ['rails', 'off'],
    usage: 'rails off RAIL [NETWORK] --words TEXT --by NAME --reason TEXT',
    does: 'take no new transfers by a rail; senders read the words',
    async run({ db }, given, say) {
      const { rail, target } = railAndTarget(given)
      const words = given.options['words']?.trim() ?? ''
      if (words.length < 10) throw new CliError('Say what senders shall read: --words TEXT.')
      const count = await closeRail(db, rail, target, words, staffActionOf(given))
      waysClosed(count, rail)
      say(`${rail}: off for ${count} networks`)
      return 0
    },
  },
  {
    words: ['rails', 'on'],
    usage: 'rails on RAIL [NETWORK] --by NAME --reason TEXT',
    does: 'take transfers by a rail again; what waited goes out by itself',
    async run({ db }, given, say) {
      const { rail, target } = railAndTarget(given)
      const count = await openRail(db, rail, target, staffActionOf(given))
      waysClosed(count, rail)
      say(`${rail}: on for ${count} networks`)
      return 0
    },
  },
  {
    words: ['manual', 'list'],
    usage: 'manual list',
    does: 'pay-outs that wait for a person, oldest first',
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
      return 0
    },
  },
  {
    words: ['manual', 'done'],
    usage: 'manual done TRANSFER --by NAME --reason NUMBER',
    does: 'the money is in the wallet; the reason is the operator’s number of the payment',
    run: manualEnd('paid'),
  },
  {
    words: ['manual', 'fail'],
    usage: 'manual fail TRANSFER --by NAME --reason TEXT',
    does: 'it could not be paid out and was not: the sender gets everything back',
    run: manualEnd('failed'),
  },
]
