import {
  readRules,
  rulesInForce,
  runMonitoring,
  storeRules,
  tryRules,
  type Rule,
} from '../domains/compliance/index.ts'
import {
  APPROVED_BY,
  approvedActionOf,
  CliError,
  readJson,
  table,
  type Command,
  type Described,
  type Given,
} from './command.ts'

const FILE: Described = ['--file <path>', 'the rules, as JSON (required)']

/** Reads the rules of the file that a command names. @throws CliError when they are not valid. */
export async function rulesOf({ options }: Given): Promise<readonly Rule[]> {
  const file = options['file']
  if (file === undefined) throw new CliError('Name the file with the rules: --file PATH.')
  const read = readRules(await readJson(file))
  if (read.ok) return read.rules
  throw new CliError([`${file} has no valid rules:`, ...read.problems].join('\n  '))
}

/** Returns how the rules that a command names are to apply. */
export const modeOf = ({ options }: Given) => (options['shadow'] === undefined ? 'in_force' : 'shadow')

/** Reads a day among the options as its first moment (UTC). @throws CliError when it is missing or something else. */
function dayOption({ options }: Given, name: string): Date {
  const day = options[name] ?? ''
  const at = new Date(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(at.getTime())) {
    throw new CliError(`Give a day: --${name} 2026-11-01.`)
  }
  return at
}

/** The rules of monitoring: what they are, what others would have found, new versions, and a run now. */
export const monitoringCommands: readonly Command[] = [
  {
    words: ['monitoring', 'rules'],
    does: 'show the rules of monitoring in force, as JSON for a file, and the version in shadow mode',
    async run({ db }, _given, say) {
      const { inForce, shadow } = await rulesInForce(db)
      say(JSON.stringify({ rules: inForce.rules }, null, 2))
      say(inForce.version === 0 ? 'version 0, shipped with the product' : `version ${inForce.version}`)
      if (shadow !== null) say(`version ${shadow.version} is in shadow mode: it records and opens no cases`)
      return { code: 0, json: { inForce, shadow } }
    },
  },
  {
    words: ['monitoring', 'set'],
    options: [FILE, ['--shadow', 'only record what these rules find, without cases'], APPROVED_BY],
    isSigned: true,
    does: 'put rules of monitoring in force, or in shadow mode, as the next version',
    example: "--file rules.json --shadow --approved-by 'Kofi Mensah'",
    async run({ db }, given, say) {
      const rules = await rulesOf(given)
      const mode = modeOf(given)
      const version = await storeRules(db, rules, mode, approvedActionOf(given))
      say(
        `version ${version} with ${rules.length} rules is ${mode === 'shadow' ? 'in shadow mode' : 'in force'}`,
      )
      return { code: 0, json: { version, mode } }
    },
  },
  {
    words: ['monitoring', 'try'],
    options: [
      FILE,
      ['--from <day>', 'the first day (UTC, required)'],
      ['--to <day>', 'the last day (UTC, required)'],
    ],
    does: 'show what rules in a file would have found in past payments, beside the rules in force; changes nothing',
    example: '--file rules.json --from 2026-10-01 --to 2026-10-31',
    async run({ db }, given, say) {
      const from = dayOption(given, 'from')
      const to = new Date(dayOption(given, 'to').getTime() + 86_400_000)
      if (to <= from) throw new CliError('The last day is before the first one.')
      const trial = await tryRules(db, await rulesOf(given), { from, to })
      say(`${trial.subjects} accounts and wallets, each counted on every day with a payment`)
      say('')
      const cell = (figure: number | null): string => (figure === null ? '-' : String(figure))
      table([
        ['rule', `version ${trial.version}`, 'file', 'too little history', 'examples'],
        ...trial.rules.map(({ ruleId, before, after, insufficient, examples }) => [
          ruleId,
          cell(before),
          cell(after),
          String(insufficient),
          examples.join(' '),
        ]),
      ]).forEach(say)
      return { code: 0, json: trial }
    },
  },
  {
    words: ['monitoring', 'run'],
    does: 'look at the payments since the last run now, a day of them at most; alerts open cases',
    async run({ db }, _given, say) {
      const { subjects, alerts, shadowAlerts, lookedUpto } = await runMonitoring(db)
      say(`${subjects} accounts and wallets until ${lookedUpto.toISOString()}`)
      say(`${alerts} new alerts, ${shadowAlerts} in shadow mode`)
      return { code: 0, json: { subjects, alerts, shadowAlerts, lookedUpto: lookedUpto.toISOString() } }
    },
  },
]
