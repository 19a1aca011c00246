import { listHolds, showTransfer } from '../modules/transfers/index.ts'
import { argument, staffActionOf, table, type Command } from './command.ts'
import { CliError } from './error.ts'
import type { Tools } from './connect.ts'

/** Prints all there is to know of a transfer. */
export async function show(tools: Tools, reference: string, say: (line: string) => void): Promise<number> {
  const found = await showTransfer(tools.db, reference)
  if (found === undefined) throw new CliError(`There is no transfer ${reference}.`)
  table(found.facts).forEach(say)
  say('')
  found.history.forEach(say)
  if (found.orders.length > 0) {
    say('')
    for (const order of found.orders) {
      const amount = order === 'repaid' ? ' --amount AMOUNT' : ''
      say(`You can: npm run sesa -- holds ${order} ${reference}${amount} --by NAME --reason TEXT`)
    }
  }
  return 0
}

const order = (
  name: 'hold' | 'release' | 'refund',
  words: readonly string[],
  does: string,
  done: string,
): Command => ({
  words,
  usage: `${words.join(' ')} REFERENCE --by NAME --reason TEXT`,
  does,
  async run(tools, given, say) {
    const reference = argument(given, 'reference, such as S-0A1B2C3D')
    const { transferActions } = await tools.product()
    await transferActions[name](reference, staffActionOf(given))
    say(`${reference}: ${done}`)
    return 0
  },
})

export const holdCommands: readonly Command[] = [
  {
    words: ['holds', 'list'],
    usage: 'holds list',
    does: 'transfers that stopped for a human, longest first',
    async run({ db }, _given, say) {
      const held = await listHolds(db)
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
      return 0
    },
  },
  {
    words: ['holds', 'show'],
    usage: 'holds show REFERENCE',
    does: 'what a held transfer means and what can be ordered',
    run: (tools, given, say) => show(tools, argument(given, 'reference'), say),
  },
  order('release', ['holds', 'release'], 'let it go on from where it stands', 'released'),
  order('refund', ['holds', 'refund'], 'give back what is owed to its sender', 'the refund is ordered'),
  {
    words: ['holds', 'repaid'],
    usage: "holds repaid REFERENCE --amount 'USD 50.00' --by NAME --reason TEXT",
    does: 'book what the card did not take as paid back by other means',
    async run(tools, given, say) {
      const reference = argument(given, 'reference, such as S-0A1B2C3D')
      const amount = given.options['amount']
      if (amount === undefined) throw new CliError("Say how much was paid back: --amount 'USD 50.00'.")
      const { transferActions } = await tools.product()
      await transferActions.repaid(reference, { ...staffActionOf(given), amount })
      say(`${reference}: ${amount} booked as paid back`)
      return 0
    },
  },
  order('hold', ['holds', 'set'], 'stop a transfer where it stands', 'held'),
]
