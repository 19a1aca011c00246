import { archivedLines } from './archive.ts'
import { listHolds, readerOf, showTransfer } from '../domains/transfers/index.ts'
import {
  argument,
  CliError,
  staffActionOf,
  table,
  type Command,
  type Described,
  type Given,
  type Outcome,
  type Say,
  type Tools,
} from './command.ts'

const REFERENCE: Described = ['<reference>', 'the transfer, such as S-0A1B2C3D']
const SUCH_AS = 'reference, such as S-0A1B2C3D'

const camelCase = (label: string): string =>
  label.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase())

/** Prints the facts and the history of a transfer, archived or not, and what staff can do with it. */
export async function showReference(tools: Tools, given: Given, say: Say): Promise<Outcome> {
  const reference = argument(given, 'reference')
  const found = await showTransfer(tools.db, reference, readerOf(given.member))
  if (found === undefined) throw new CliError(`There is no transfer ${reference}.`)
  const possible = found.actions.filter(({ refusal }) => refusal === null)
  const commands = possible.map(({ action }) => {
    const amount = action === 'repaid' ? ' --amount AMOUNT' : ''
    const words = action === 'cancel' ? 'transfer cancel' : `holds ${action === 'hold' ? 'set' : action}`
    return `npm run sesa -- ${words} ${reference}${amount} --by NAME --reason TEXT`
  })
  const archived =
    found.archivedId === null ? [] : await archivedLines(tools.db, tools, found.archivedId, found.asSeen)
  const history = [...archived, ...found.history]
  table(found.facts).forEach(say)
  say('')
  history.forEach(say)
  say('')
  for (const [at, command] of commands.entries()) say(`You can: ${command}\n  ${possible[at]?.leadsTo ?? ''}`)
  for (const { action, refusal } of found.actions) if (refusal !== null) say(`Not now: ${action}. ${refusal}`)
  const facts = Object.fromEntries(found.facts.map(([label, value]) => [camelCase(label), value]))
  return { code: 0, json: { ...facts, history, actions: possible.map(({ action }) => action) } }
}

const staffAction = (
  name: 'hold' | 'release' | 'refund',
  words: readonly string[],
  does: string,
  done: string,
): Command => ({
  words,
  args: [REFERENCE],
  isSigned: true,
  does,
  example: 'S-0A1B2C3D',
  async run(tools, given, say) {
    const reference = argument(given, SUCH_AS)
    const { transferActions } = await tools.product()
    const consequence = await transferActions[name](reference, staffActionOf(given))
    say(`${reference}: ${done}`)
    if (consequence !== undefined) say(consequence.text)
    return { code: 0, json: { reference, outcome: done, ...consequence } }
  },
})

export const holdCommands: readonly Command[] = [
  {
    words: ['holds', 'list'],
    does: 'list the transfers on hold, longest held first',
    async run({ db }, { member }, say) {
      const held = await listHolds(db, readerOf(member))
      const rows = held.map((one) => [
        one.reference,
        one.reason,
        one.owner,
        one.state,
        one.amount,
        one.since.toISOString(),
      ])
      if (rows.length > 0)
        table([['reference', 'held for', 'owner', 'state', 'total', 'since'], ...rows]).forEach(say)
      say(`${rows.length} held`)
      return { code: 0, json: { holds: held } }
    },
  },
  {
    words: ['holds', 'show'],
    args: [REFERENCE],
    does: 'explain a hold and list what you can do about it',
    example: 'S-0A1B2C3D',
    run: showReference,
  },
  staffAction('release', ['holds', 'release'], 'release a hold, so that the transfer continues', 'released'),
  staffAction('refund', ['holds', 'refund'], 'refund what we owe the customer', 'refund requested'),
  {
    words: ['holds', 'repaid'],
    args: [REFERENCE],
    options: [['--amount <amount>', "how much was paid back (required), such as 'USD 50.00'"]],
    isSigned: true,
    does: 'book money that was paid back off the card',
    example: "S-0A1B2C3D --amount 'USD 50.00'",
    async run(tools, given, say) {
      const reference = argument(given, SUCH_AS)
      const amount = given.options['amount']
      if (amount === undefined) throw new CliError("Say how much was paid back: --amount 'USD 50.00'.")
      const { transferActions } = await tools.product()
      await transferActions.repaid(reference, { ...staffActionOf(given), amount })
      say(`${reference}: ${amount} booked as paid back`)
      return { code: 0, json: { reference, outcome: 'repaid', amount } }
    },
  },
  staffAction(
    'hold',
    ['holds', 'set'],
    'put a transfer on hold; a pay-out that has left may still arrive',
    'held',
  ),
]
