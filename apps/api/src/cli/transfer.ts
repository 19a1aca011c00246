import { archivedLines } from './archive.ts'
import { appendRead } from '../domains/record/index.ts'
import { lineOf, readerOf, showTransfer, type Story, type StoryLine } from '../domains/transfers/index.ts'
import { formatMoney } from '@sesa/money'
import { argument, CliError, table, type Command } from './command.ts'

const camelCase = (label: string): string =>
  label.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns a line of the story, with what providers said and what was booked beneath it. */
const withDetails = (line: StoryLine): string[] => [
  lineOf(line),
  ...line.details.map(({ at, text }) => `  ${at.toISOString()} ${text}`),
]

/** Says how the transfer stands, why, and what happens next. */
const summaryOf = ({ headline, cause, next, dues }: Story): (readonly [string, string])[] => [
  ['the customer reads', headline],
  ...(cause === null ? [] : ([['cause', cause]] as const)),
  ['next', next === null ? 'nothing' : [next.at?.toISOString(), next.text].filter(Boolean).join(' ')],
  ...dues.map(({ amount, text }) => ['due', `${formatMoney(amount)}: ${text}`] as const),
]

export const transferCommand: Command = {
  words: ['transfer', 'show'],
  args: [['<id>', 'reference like S-0A1B2C3D, transfer id, card payment or pay-out reference']],
  permission: () => 'transfers.read',
  does: 'show a transfer’s state, history, books and possible actions, also when archived',
  example: 'S-0A1B2C3D',
  async run(tools, given, say) {
    const id = argument(given, 'transfer, like S-0A1B2C3D')
    const found = await showTransfer(tools.db, id, readerOf(given.member))
    if (found === undefined) throw new CliError(`There’s no transfer ${id}.`)
    const { reference, story, actions, archivedId, linesWith } = found
    const facts = [...found.facts, ...summaryOf(story)]
    const archived = archivedId === null ? [] : await archivedLines(tools.db, tools, archivedId, linesWith)
    const history = archivedId === null ? story.entries.flatMap(withDetails) : archived
    // Nothing is printed that the audit log does not name.
    if (given.member !== undefined)
      await appendRead(tools.db, { member: given.member.id, action: 'transfer.read', subject: reference })
    table(facts).forEach(say)
    say('')
    history.forEach(say)
    say('')
    for (const { action, leadsTo, refusal } of actions)
      say(
        refusal === null ? `Possible in the office: ${action}. ${leadsTo}` : `Not now: ${action}. ${refusal}`,
      )
    const possible = actions.filter(({ refusal }) => refusal === null).map(({ action }) => action)
    const json = Object.fromEntries(facts.map(([label, value]) => [camelCase(label), value]))
    return { code: 0, json: { ...json, history, actions: possible } }
  },
}
