import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  describeLeft,
  digestOf,
  readDraft,
  statisticsAsCsv,
  writeTravelRule,
} from '../domains/compliance/index.ts'
import {
  argument,
  CliError,
  readJson,
  staffActionOf,
  table,
  type Command,
  type Described,
  type Given,
} from './command.ts'
import { COUNTRY, countryOf, profileCommands, required } from './report-profiles.ts'

const FILING: Described = ['<filing>', 'the filing, such as F-000012']
const SUCH_AS = 'filing, such as F-000012'
function dayOf(given: Given, name: string): string {
  const day = required(given, name, `Give a day: --${name} 2026-11-01.`)
  if (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))) return day
  throw new CliError(`--${name} takes a day such as 2026-11-01.`)
}

/** Reads the draft of a command. @throws CliError when it is not valid. */
async function draftOf(given: Given) {
  const file = required(given, 'file', 'Name the file with the draft: --file PATH.')
  const read = readDraft(await readJson(file))
  if (!read.ok) throw new CliError([`${file} is no valid draft:`, ...read.problems].join('\n  '))
  return read.draft
}

/** Writes the files of a filing into a folder that others cannot read. Returns where. */
async function writeFiles(
  folder: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written: string[] = []
  for (const { name, text } of files) {
    const to = path.join(folder, name)
    await writeFile(to, text, { mode: 0o600 })
    written.push(to)
  }
  return written
}

/** Reports to authorities: filings with their deadlines, figures for regulators, travel-rule data and profiles. */
export const reportCommands: readonly Command[] = [
  {
    words: ['reports', 'list'],
    options: [['--all', 'also filings that have ended']],
    does: 'list the filings, the first due one first, with the time left; exits with 1 when one is overdue',
    async run(tools, given, say) {
      const { reports } = await tools.product()
      const now = new Date()
      const filings = await reports.list({ isWhole: given.options['all'] !== undefined })
      const rows = filings.map((row) => ({
        filing: row.number,
        country: row.country,
        kind: row.kind,
        state: row.state,
        about:
          row.period_from === null ? (row.case_number ?? '') : `${row.period_from} to ${row.period_to ?? ''}`,
        due: row.due_at.toISOString(),
        left: ['draft', 'approved'].includes(row.state) ? describeLeft(row.due_at, now) : '',
        authorityId: row.authority_id ?? '',
      }))
      if (rows.length === 0) say('no filings')
      else {
        const heads = ['filing', 'country', 'kind', 'state', 'about', 'due', 'time', 'id at the authority']
        table([heads, ...rows.map((row) => Object.values(row))]).forEach(say)
      }
      return { code: rows.some(({ left }) => left.endsWith('late')) ? 1 : 0, json: { filings: rows } }
    },
  },
  {
    words: ['reports', 'check'],
    options: [['--file <path>', 'the draft, as JSON (required)']],
    does: 'check a draft: what it names, what its document lacks, and the authority’s schema; stores nothing, and exits with 1 for a problem',
    example: '--file draft.json',
    async run(tools, given, say) {
      const draft = await draftOf(given)
      const { reports } = await tools.product()
      const { refusals, problems, notes, isVoluntary } = await reports.check(draft)
      for (const refusal of refusals) say(`mend the draft: ${refusal}`)
      for (const problem of problems) say(`before the approval: ${problem}`)
      for (const note of notes) say(note)
      if (isVoluntary) say('below the threshold of the law: a report is voluntary')
      const isComplete = refusals.length + problems.length === 0
      if (isComplete) say('nothing is missing')
      return { code: isComplete ? 0 : 1, json: { refusals, problems, notes, isVoluntary } }
    },
  },
  {
    words: ['reports', 'draft'],
    options: [['--file <path>', 'the draft, as JSON (required)']],
    isSigned: true,
    does: 'draft a report of suspicion, and list what stands in the way of its approval',
    example: '--file draft.json',
    async run(tools, given, say) {
      const draft = await draftOf(given)
      const { reports } = await tools.product()
      const { row, gaps, isVoluntary } = await reports.draft(draft, staffActionOf(given))
      say(`${row.number}: due ${row.due_at.toISOString()}`)
      if (isVoluntary) say('  below the threshold of the law: a report is voluntary')
      for (const gap of gaps) say(`  ${gap}`)
      return {
        code: 0,
        json: { filing: row.number, due: row.due_at.toISOString(), missing: gaps, isVoluntary },
      }
    },
  },
  {
    words: ['reports', 'show'],
    args: [FILING],
    options: [['--out <folder>', 'where to write the files, to read them before approving']],
    does: 'show a filing: what its document lacks, its files with their digests, and what to approve it with',
    example: 'F-000012 --out /srv/filings',
    async run(tools, given, say) {
      const number = argument(given, SUCH_AS)
      const { reports } = await tools.product()
      const shown = await reports.show(number)
      if (shown === undefined) throw new CliError(`There is no filing ${number}. See reports list.`)
      const { row, problems, notes, version } = shown
      const files = shown.files.map((file) => ({ name: file.name, sha256: digestOf(file).toString('hex') }))
      say(`${number}: ${row.state}, due ${row.due_at.toISOString()}`)
      for (const problem of problems) say(`  ${problem}`)
      for (const note of notes) say(`  ${note}`)
      for (const { name, sha256 } of files) say(`  ${sha256}  ${name}`)
      if (row.state === 'draft' && version !== null) say(`  approve it with --digest ${version}`)
      const { out } = given.options
      const written = out === undefined ? [] : await writeFiles(out, shown.files)
      for (const to of written) say(`${number}: ${to}`)
      return { code: 0, json: { filing: number, state: row.state, problems, notes, files, digest: version } }
    },
  },
  {
    words: ['reports', 'approve'],
    args: [FILING],
    options: [['--digest <digest>', 'what reports show printed for the version that you read (required)']],
    isSigned: true,
    does: 'approve a draft that you have read, as another person than drafted it, and keep its files',
    example: 'F-000012 --digest 5f70…',
    async run(tools, given, say) {
      const number = argument(given, SUCH_AS)
      const digest = required(given, 'digest', 'Read it first with reports show, and give its --digest.')
      const { reports } = await tools.product()
      await reports.approve(number, staffActionOf(given), digest)
      say(`${number}: approved`)
      return { code: 0, json: { filing: number, outcome: 'approved' } }
    },
  },
  {
    words: ['reports', 'export'],
    args: [FILING],
    options: [['--out <folder>', 'where to write the files (required)']],
    isSigned: true,
    does: 'write the files of an approved filing, for the authority',
    example: 'F-000012 --out /srv/filings',
    async run(tools, given, say) {
      const number = argument(given, SUCH_AS)
      const folder = required(given, 'out', 'Say where to write the files: --out FOLDER.')
      const { reports } = await tools.product()
      const files = await reports.export(number, staffActionOf(given))
      const written = await writeFiles(folder, files)
      for (const to of written) say(`${number}: ${to}`)
      return { code: 0, json: { filing: number, files: written } }
    },
  },
  {
    words: ['reports', 'acknowledge'],
    args: [FILING],
    options: [['--id <id>', 'the id that the authority gave the filing (required)']],
    isSigned: true,
    does: 'end an exported filing with the id from the authority',
    example: 'F-000012 --id 31000123456789',
    async run(tools, given, say) {
      const number = argument(given, SUCH_AS)
      const id = required(given, 'id', 'Give the id that the authority gave: --id ID.')
      const { reports } = await tools.product()
      await reports.acknowledge(number, id, staffActionOf(given))
      say(`${number}: acknowledged as ${id}`)
      return { code: 0, json: { filing: number, authorityId: id } }
    },
  },
  {
    words: ['reports', 'withdraw'],
    args: [FILING],
    isSigned: true,
    does: 'withdraw a filing that was not exported',
    example: 'F-000012',
    async run(tools, given, say) {
      const number = argument(given, SUCH_AS)
      const { reports } = await tools.product()
      await reports.withdraw(number, staffActionOf(given))
      say(`${number}: withdrawn`)
      return { code: 0, json: { filing: number, outcome: 'withdrawn' } }
    },
  },
  {
    words: ['reports', 'statistics'],
    args: [COUNTRY],
    options: [
      ['--from <day>', 'the first day (UTC, required)'],
      ['--to <day>', 'the last day (UTC, required)'],
    ],
    does: 'print the figures for a regulator as CSV: remittances by day, and foreign currency credited',
    example: 'GH --from 2026-11-16 --to 2026-11-22',
    async run(tools, given, say) {
      const country = countryOf(argument(given, 'country'))
      const [from, to] = [dayOf(given, 'from'), dayOf(given, 'to')]
      const { reports } = await tools.product()
      const lines = await reports.statistics(country, { from, to })
      say(statisticsAsCsv(lines).trimEnd())
      return { code: 0, json: { lines: lines.map((line) => ({ ...line, amount: line.amount.toString() })) } }
    },
  },
  {
    words: ['reports', 'travel-rule'],
    args: [['<reference>', 'the transfer']],
    options: [['--csv', 'as CSV instead of JSON']],
    isSigned: true,
    does: 'print the data that travels with a transfer, and what of it is missing',
    example: 'S-00000001',
    async run(tools, given, say) {
      const reference = argument(given, 'reference of a transfer')
      const { reports } = await tools.product()
      const data = await reports.travelRule(reference, staffActionOf(given))
      say(writeTravelRule(data, given.options['csv'] === undefined ? 'json' : 'csv').trimEnd())
      return { code: 0, json: data }
    },
  },
  ...profileCommands,
]
