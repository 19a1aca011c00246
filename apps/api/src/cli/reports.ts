import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  describeLeft,
  readDraft,
  readProfile,
  statisticsAsCsv,
  writeTravelRule,
} from '../modules/reports/index.ts'
import {
  APPROVED_BY,
  approvedActionOf,
  argument,
  CliError,
  readJson,
  staffActionOf,
  table,
  type Command,
  type Described,
  type Given,
} from './command.ts'

const FILING: Described = ['<filing>', 'the filing, such as F-000012']
const SUCH_AS = 'filing, such as F-000012'
const COUNTRIES = ['GH', 'LR', 'SL', 'US'] as const
const COUNTRY: Described = ['<country>', 'GH, LR, SL or US']
type Country = (typeof COUNTRIES)[number]

function countryOf(text: string | undefined): Country {
  const found = COUNTRIES.find((country) => country === text)
  if (found === undefined) throw new CliError(`Give a country: ${COUNTRIES.join(', ')}.`)
  return found
}

function required({ options }: Given, name: string, words: string): string {
  const value = options[name]?.trim() ?? ''
  if (value === '') throw new CliError(words)
  return value
}

function dayOf(given: Given, name: string): string {
  const day = required(given, name, `Give a day: --${name} 2026-11-01.`)
  if (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))) return day
  throw new CliError(`--${name} takes a day such as 2026-11-01.`)
}

/** A step of a filing that needs only a signature. */
const step = (name: 'approve' | 'withdraw', does: string, done: string): Command => ({
  words: ['reports', name],
  args: [FILING],
  isSigned: true,
  does,
  example: 'F-000012',
  async run(tools, given, say) {
    const number = argument(given, SUCH_AS)
    const { reports } = await tools.product()
    await reports[name](number, staffActionOf(given))
    say(`${number}: ${done}`)
    return { code: 0, json: { filing: number, outcome: done } }
  },
})

/** Returns the profile of a country that a command sets, and its first day. @throws CliError when it is not valid. */
export async function profileOf(given: Given) {
  const country = countryOf(argument(given, 'country'))
  const file = required(given, 'file', 'Name the file with the profile: --file PATH.')
  const read = readProfile(await readJson(file))
  if (!read.ok) throw new CliError([`${file} is no valid profile:`, ...read.problems].join('\n  '))
  const validFrom = required(given, 'validFrom', 'Give the first day: --valid-from 2026-12-01.')
  if (!/^\d{4}-\d\d-\d\d$/.test(validFrom)) throw new CliError('--valid-from takes a day such as 2026-12-01.')
  return { country, validFrom, profile: read.profile }
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
    words: ['reports', 'draft'],
    options: [['--file <path>', 'the draft, as JSON (required)']],
    isSigned: true,
    does: 'draft a report of suspicion, and list what its document still lacks',
    example: '--file draft.json',
    async run(tools, given, say) {
      const file = required(given, 'file', 'Name the file with the draft: --file PATH.')
      const read = readDraft(await readJson(file))
      if (!read.ok) throw new CliError([`${file} is no valid draft:`, ...read.problems].join('\n  '))
      const { reports } = await tools.product()
      const { row, gaps, isVoluntary } = await reports.draft(read.draft, staffActionOf(given))
      say(`${row.number}: due ${row.due_at.toISOString()}`)
      if (isVoluntary) say('  below the threshold of the law: a report is voluntary')
      for (const gap of gaps) say(`  missing: ${gap}`)
      return {
        code: 0,
        json: { filing: row.number, due: row.due_at.toISOString(), missing: gaps, isVoluntary },
      }
    },
  },
  step('approve', 'approve a draft, as another person than drafted it', 'approved'),
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
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const written: string[] = []
      for (const { name, text } of files) {
        const to = path.join(folder, name)
        await writeFile(to, text, { mode: 0o600 })
        written.push(to)
        say(`${number}: ${to}`)
      }
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
  step('withdraw', 'withdraw a filing that was not exported', 'withdrawn'),
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
  {
    words: ['reports', 'profile', 'show'],
    args: [COUNTRY],
    does: 'show what an authority asks for, as JSON for a file: deadlines, codes and our ids, with sources',
    example: 'GH',
    async run(tools, given, say) {
      const { reports } = await tools.product()
      const profile = await reports.profile(countryOf(argument(given, 'country')))
      say(JSON.stringify(profile, null, 2))
      return { code: 0, json: profile }
    },
  },
  {
    words: ['reports', 'profile', 'set'],
    args: [COUNTRY],
    options: [
      ['--file <path>', 'the profile, as JSON (required)'],
      ['--valid-from <day>', 'its first day (UTC, required)'],
      APPROVED_BY,
    ],
    isSigned: true,
    does: 'set the profile of a country from a day on; two people',
    example: "GH --file ghana.json --valid-from 2026-12-01 --approved-by 'Kofi Mensah'",
    async run(tools, given, say) {
      const profile = await profileOf(given)
      const { country, validFrom } = profile
      const { reports } = await tools.product()
      await reports.setProfile(profile, approvedActionOf(given))
      say(`${country}: the profile applies from ${validFrom}`)
      return { code: 0, json: { country, validFrom } }
    },
  },
]
