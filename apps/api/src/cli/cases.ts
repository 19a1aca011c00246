import { isVisible } from '@sesa/contract'
import type { CaseRow } from '../domains/compliance/index.ts'
import { caseLines, VERSION_DIGITS } from './case-lines.ts'
import {
  argument,
  CliError,
  numberOption,
  staffActionOf,
  table,
  type Command,
  type Described,
  type Given,
} from './command.ts'

const NUMBER: Described = ['<case>', 'the case, such as K-000012']
const SUCH_AS = 'case, such as K-000012'

/** Reads an option that is one of a few words. @throws CliError when it is another. */
function oneOf<Word extends string>(
  { options }: Given,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = options[name]
  if (given === undefined) return undefined
  const found = words.find((word) => word === given)
  if (found === undefined) throw new CliError(`--${name} takes ${words.join(', ')}.`)
  return found
}

function required<T>(value: T | undefined, words: string): T {
  if (value === undefined) throw new CliError(words)
  return value
}

const dueText = (
  { state, dueAt }: { readonly state: CaseRow['state']; readonly dueAt: Date },
  now: Date,
): string => `${dueAt.toISOString().slice(0, 16)}Z${state !== 'closed' && dueAt < now ? ' OVERDUE' : ''}`

const rowOf = (row: CaseRow, now: Date): readonly string[] => [
  row.number,
  row.kind,
  row.stage,
  row.state,
  dueText({ state: row.state, dueAt: row.due_at }, now),
  row.owner ?? 'nobody',
  `${row.subject_kind} ${row.subject_id}`,
  row.outcome ?? '',
]
const HEAD = ['case', 'kind', 'stage', 'state', 'due', 'owner', 'about', 'outcome']

const KINDS = ['screening', 'monitoring'] as const

const VERSION: Described = [
  '--version <hex>',
  `the version of the case that you have read, or its first ${VERSION_DIGITS} digits (required)`,
]

/** Returns the version of the case that the member has read. @throws CliError when it is missing. */
function versionOf({ options }: Given): string {
  const version = options['version']?.trim() ?? ''
  if (!/^[0-9a-f]{12,64}$/i.test(version))
    throw new CliError(
      `Give at least ${VERSION_DIGITS} digits of the version that cases show prints: --version HEX.`,
    )
  return version
}

/** Returns why a case is reported without a filed report. @throws CliError when it does not show enough. */
function exceptionOf({ options }: Given): string | undefined {
  const exception = options['exception']?.trim()
  if (exception !== undefined && (!isVisible(exception, 10) || exception.length > 500))
    throw new CliError('--exception takes 10 to 500 characters.')
  return exception
}

const action = (name: 'note' | 'refuse', does: string, done: string): Command => ({
  words: ['cases', name],
  args: [NUMBER],
  isSigned: true,
  does,
  example: 'K-000012',
  async run(tools, given, say) {
    const number = argument(given, SUCH_AS)
    const { caseActions } = await tools.product()
    await caseActions[name](number, staffActionOf(given))
    say(`${number}: ${done}`)
    return { code: 0, json: { case: number, outcome: done } }
  },
})

/** Cases: what staff must look at and decide, two of them together. */
export const caseCommands: readonly Command[] = [
  {
    words: ['cases', 'list'],
    options: [
      ['--kind <kind>', 'screening or monitoring'],
      ['--state <state>', 'open, reporting or closed (default: all that are not closed)'],
      ['--owner <name>', 'only those of a staff member'],
      ['--overdue', 'only those past their deadline'],
    ],
    does: 'list cases, the first due one first; exits with 1 when one is overdue',
    example: '--kind screening',
    async run(tools, given, say) {
      const { caseActions } = await tools.product()
      const filters = {
        kind: oneOf(given, 'kind', KINDS),
        state: oneOf(given, 'state', ['open', 'reporting', 'closed'] as const),
        owner: given.options['owner'],
        isOverdue: given.options['overdue'] !== undefined,
      }
      const found: CaseRow[] = []
      for (let page = await caseActions.list(filters); ; page = await caseActions.list(filters, page.next)) {
        found.push(...page.cases)
        if (page.next === null) break
      }
      const now = new Date()
      if (found.length > 0) table([HEAD, ...found.map((row) => rowOf(row, now))]).forEach(say)
      else say('no cases')
      const isOverdue = found.some((row) => row.state !== 'closed' && row.due_at < now)
      return { code: isOverdue ? 1 : 0, json: { cases: found } }
    },
  },
  {
    words: ['cases', 'show'],
    args: [NUMBER],
    does: 'show a case: the people, what they are compared with, the payments, the history and what it can be decided as',
    example: 'K-000012',
    async run(tools, given, say) {
      const number = argument(given, SUCH_AS)
      const { caseActions } = await tools.product()
      const page = required(await caseActions.show(number), `There is no case ${number}.`)
      const { kind, stage, state, dueAt, owner, subjectKind, subject, outcome } = page
      const about = `${subjectKind} ${subject}`
      const due = dueText({ state, dueAt: new Date(dueAt) }, new Date())
      table([HEAD, [number, kind, stage, state, due, owner ?? 'nobody', about, outcome ?? '']]).forEach(say)
      caseLines(page).forEach(say)
      return { code: 0, json: page }
    },
  },
  {
    words: ['cases', 'assign'],
    args: [NUMBER],
    options: [['--to <name>', 'the staff member who works on it (required)']],
    isSigned: true,
    does: 'make a staff member the owner of a case',
    example: 'K-000012 --to "Ama Boateng"',
    async run(tools, given, say) {
      const number = argument(given, SUCH_AS)
      const to = required(given.options['to'], 'Name the owner: --to NAME.')
      const { caseActions } = await tools.product()
      await caseActions.assign(number, { ...staffActionOf(given), to })
      say(`${number}: ${to} works on it`)
      return { code: 0, json: { case: number, owner: to } }
    },
  },
  action('note', 'add a note to a case: the reason is the note', 'noted'),
  {
    words: ['cases', 'propose'],
    args: [NUMBER],
    options: [
      ['--decision <word>', 'one of those that cases show names (required)'],
      VERSION,
      ['--exception <text>', 'why the case is reported although no report of it is filed'],
    ],
    isSigned: true,
    does: 'propose a decision, which another person confirms within 24 hours',
    example: 'K-000012 --decision different_person --version 4f0c9d2a11be',
    async run(tools, given, say) {
      const number = argument(given, SUCH_AS)
      const decision = required(given.options['decision'], 'Name the decision: --decision WORD.')
      const seen = { version: versionOf(given), exception: exceptionOf(given) }
      const { caseActions } = await tools.product()
      await caseActions.propose(number, { ...staffActionOf(given), ...seen, decision })
      say(`${number}: ${decision} is proposed; another person must confirm it`)
      return { code: 0, json: { case: number, decision } }
    },
  },
  {
    words: ['cases', 'confirm'],
    args: [NUMBER],
    options: [VERSION],
    isSigned: true,
    does: 'confirm the decision that another person proposed',
    example: 'K-000012 --version 4f0c9d2a11be',
    async run(tools, given, say) {
      const number = argument(given, SUCH_AS)
      const version = versionOf(given)
      const { caseActions } = await tools.product()
      await caseActions.confirm(number, { ...staffActionOf(given), version })
      say(`${number}: decided`)
      return { code: 0, json: { case: number, outcome: 'decided' } }
    },
  },
  action('refuse', 'refuse a proposed decision, or take back your own', 'the proposal is refused'),
  {
    words: ['cases', 'deadlines'],
    does: 'show how long each kind of case may stay open, and the sources',
    async run(tools, _given, say) {
      const { caseActions } = await tools.product()
      const deadlines = await caseActions.deadlines()
      table([
        ['kind', 'stage', 'deadline', 'from', 'confirmed', 'source'],
        ...deadlines.map(({ kind, stage, amount, unit, validFrom, isConfirmed, source }) => [
          kind,
          stage,
          `${amount} ${unit.replace('_', ' ')}`,
          validFrom,
          isConfirmed ? 'yes' : 'no',
          source,
        ]),
      ]).forEach(say)
      return { code: 0, json: { deadlines } }
    },
  },
  {
    words: ['cases', 'set-deadline'],
    options: [
      ['--kind <kind>', 'screening or monitoring (required)'],
      ['--stage <stage>', 'hold, review or report (required)'],
      ['--amount <n>', 'how many (required)'],
      ['--unit <unit>', 'hours or business_days (required)'],
      ['--source <text>', 'the law or the decision (required)'],
      ['--from <date>', 'its first day, such as 2027-01-01 (required)'],
      ['--confirmed', 'a lawyer has confirmed it'],
    ],
    isSigned: true,
    does: 'set how long a kind of case may stay open',
    example:
      '--kind screening --stage report --amount 10 --unit business_days --source "31 CFR 501.603" --from 2027-01-01',
    async run(tools, given, say) {
      const { options } = given
      const from = options['from'] ?? ''
      if (!/^\d{4}-\d\d-\d\d$/.test(from) || Number.isNaN(Date.parse(from)))
        throw new CliError('Name the first day: --from 2027-01-01.')
      const deadline = {
        kind: required(oneOf(given, 'kind', KINDS), 'Name the kind: --kind screening.'),
        stage: required(
          oneOf(given, 'stage', ['hold', 'review', 'report'] as const),
          'Name the stage: --stage hold.',
        ),
        amount: required(numberOption(given, 'amount'), 'Give the number: --amount 24.'),
        unit: required(
          oneOf(given, 'unit', ['hours', 'business_days'] as const),
          'Name the unit: --unit hours.',
        ),
        source: required(options['source'], 'Name the source: --source TEXT.'),
        isConfirmed: options['confirmed'] !== undefined,
        validFrom: from,
      }
      if (deadline.amount < 1 || deadline.amount > 1000) throw new CliError('--amount takes 1 to 1000.')
      const { caseActions } = await tools.product()
      await caseActions.setDeadline(deadline, staffActionOf(given))
      say(`${deadline.kind} ${deadline.stage}: ${deadline.amount} ${deadline.unit} from ${from}`)
      return { code: 0, json: deadline }
    },
  },
]
