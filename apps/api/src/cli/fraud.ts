import { shippedRulesOf } from '../compose/sending.ts'
import { readProviderSettings } from '../config/provider-settings.ts'
import { newestRules, readRules, replay, storeRules, type Rule } from '../domains/risk/index.ts'
import {
  CliError,
  numberOption,
  readJson,
  staffActionOf,
  table,
  type Command,
  type Described,
  type Given,
  type Say,
} from './command.ts'

const FILE: Described = ['--file <path>', 'the rules, as JSON (required)']
const DAYS = 90

/** Reads the rules of the file that a command names. @throws CliError when they are not valid. */
export async function fraudRulesOf({ options }: Given): Promise<readonly Rule[]> {
  const file = options['file']
  if (file === undefined) throw new CliError('Name the file with the rules: --file PATH.')
  const read = readRules(await readJson(file))
  if (read.ok) return read.rules
  throw new CliError([`${file} has no valid rules:`, ...read.problems].join('\n  '))
}

function sayTable(say: Say, head: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length > 0) table([head, ...rows]).forEach(say)
  say('')
}

/** The rules of fraud: what they are, what others would do, and new versions. */
export const fraudCommands: readonly Command[] = [
  {
    words: ['fraud', 'rules', 'show'],
    does: 'show the rules of fraud in force, as JSON for a file',
    async run({ db, env }, _given, say) {
      const stored = await newestRules(db)
      const { version, rules } = stored ?? shippedRulesOf(readProviderSettings(env))
      say(JSON.stringify({ rules }, null, 2))
      const by = stored && `${stored.createdAt.toISOString()} by ${stored.author} (${stored.reason})`
      say(by === undefined ? 'version 0, shipped with the product' : `version ${version}, ${by}`)
      return { code: 0, json: { version, rules, author: stored?.author, reason: stored?.reason } }
    },
  },
  {
    words: ['fraud', 'rules', 'check'],
    options: [FILE],
    does: 'check rules of fraud in a file; changes nothing',
    example: '--file rules.json',
    async run(_tools, given, say) {
      const rules = await fraudRulesOf(given)
      say(`${rules.length} rules are valid. fraud replay shows what they would have done.`)
      return { code: 0, json: { rules: rules.length } }
    },
  },
  {
    words: ['fraud', 'rules', 'set'],
    options: [FILE],
    isSigned: true,
    does: 'put rules of fraud in force, as the next version; two people once there are members of staff',
    example: '--file rules.json',
    async run({ owner }, given, say) {
      const rules = await fraudRulesOf(given)
      const version = await storeRules(owner, rules, staffActionOf(given))
      say(`version ${version} with ${rules.length} rules is in force`)
      return { code: 0, json: { version } }
    },
  },
  {
    words: ['fraud', 'replay'],
    options: [FILE, ['--days <n>', `how far back (${DAYS})`]],
    does: 'show what rules in a file would have done with past payments; changes nothing',
    example: '--file rules.json --days 30',
    async run({ db }, given, say) {
      const days = numberOption(given, 'days') ?? DAYS
      const result = await replay(db, await fraudRulesOf(given), days)
      const { examined, outcomes, rules, amounts, changed } = result
      const cells = (rows: typeof outcomes) =>
        rows.map(({ name, before, after }) => [name, String(before), String(after)])
      say(`${examined} payments of the last ${days} days`)
      say('')
      sayTable(say, ['outcome', 'then', 'now'], cells(outcomes))
      sayTable(
        say,
        ['outcome', 'amount then', 'amount now'],
        amounts.map(({ outcome, before, after }) => [outcome, before, after]),
      )
      sayTable(say, ['rule applied', 'then', 'now'], cells(rules))
      sayTable(
        say,
        ['transfer', 'amount', 'then', 'now', 'rule'],
        changed.map(({ reference, amount, before, after, ruleId }) => [
          reference ?? 'refused',
          amount,
          before,
          after,
          ruleId ?? '',
        ]),
      )
      say(`${changed.length} payments would have been treated differently`)
      return { code: 0, json: result }
    },
  },
]
