import { DIRECTIONS, type CountryCode, type DestinationCode } from '@sesa/contract'
import {
  closeCorridor,
  createCorridorsModule,
  openCorridor,
  feeWords,
  marginWords,
} from '../domains/pricing/index.ts'
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
  type Say,
  type Tools,
} from './command.ts'

/** Reads a corridor such as `US/GH`. @throws CliError when there is no such corridor. */
function corridorOf(given: Given): { text: string; sender: CountryCode; recipient: DestinationCode } {
  const text = argument(given, 'corridor such as US/GH')
  const found = DIRECTIONS.find(({ from, to }) => `${from}/${to}` === text)
  if (found === undefined) throw new CliError(`${text} is not a corridor. See corridors list.`)
  return { text, sender: found.from, recipient: found.to }
}

/** In the sandbox every corridor is open, whatever staff decide for the live product. */
function noteSandbox({ env }: Tools, say: Say): void {
  if ((env['SESA_MODE'] ?? 'sandbox') === 'sandbox')
    say('In the sandbox every corridor is open to customers.')
}

const CORRIDOR: Described = ['<corridor>', 'sender’s and recipient’s country, such as US/GH']

export const corridorCommands: readonly Command[] = [
  {
    words: ['corridors', 'list'],
    does: 'list the corridors with their prices, and which are open',
    async run(tools, _given, say) {
      const corridors = await createCorridorsModule({
        db: tools.db,
        settings: { allOpen: false, chargeCurrencies: {} },
      }).list()
      const rows = corridors.map((corridor) => ({
        corridor: `${corridor.sender}/${corridor.recipient}`,
        fee: feeWords(corridor.bands),
        margin: marginWords(corridor.bands),
        closed: corridor.closedReason,
      }))
      const cells = rows.map(({ corridor, fee, margin, closed }) => [corridor, fee, margin, closed ?? 'open'])
      table([['corridor', 'fee', 'margin', 'state'], ...cells]).forEach(say)
      noteSandbox(tools, say)
      return { code: 0, json: { corridors: rows } }
    },
  },
  {
    words: ['corridors', 'open'],
    args: [CORRIDOR],
    isSigned: true,
    does: 'let customers send in this direction',
    example: 'US/GH',
    async run(tools, given, say) {
      const { text, ...direction } = corridorOf(given)
      await openCorridor(tools.owner, direction, staffActionOf(given))
      say(`${text}: open`)
      noteSandbox(tools, say)
      return { code: 0, json: { corridor: text, state: 'open' } }
    },
  },
  {
    words: ['corridors', 'close'],
    args: [CORRIDOR],
    options: [CUSTOMER_WORDS],
    isSigned: true,
    does: 'take no new transfers in this direction; those already paid continue',
    example: "US/GH --words 'Sending to Ghana is not available today.'",
    async run(tools, given, say) {
      const { text, ...direction } = corridorOf(given)
      await closeCorridor(tools.owner, direction, customerWordsOf(given), staffActionOf(given))
      say(`${text}: closed`)
      noteSandbox(tools, say)
      return { code: 0, json: { corridor: text, state: 'closed' } }
    },
  },
]
