import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readProfile } from '../domains/compliance/index.ts'
import {
  APPROVED_BY,
  approvedActionOf,
  argument,
  CliError,
  readJson,
  staffActionOf,
  type Command,
  type Described,
  type Given,
} from './command.ts'

const COUNTRIES = ['GH', 'LR', 'SL', 'US'] as const
export const COUNTRY: Described = ['<country>', 'GH, LR, SL or US']
type Country = (typeof COUNTRIES)[number]

export function countryOf(text: string | undefined): Country {
  const found = COUNTRIES.find((country) => country === text)
  if (found === undefined) throw new CliError(`Give a country: ${COUNTRIES.join(', ')}.`)
  return found
}

/** Returns an option that a command needs. @throws CliError with these words. */
export function required({ options }: Given, name: string, words: string): string {
  const value = options[name]?.trim() ?? ''
  if (value === '') throw new CliError(words)
  return value
}

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

/** What each authority asks for, and its schema file. */
export const profileCommands: readonly Command[] = [
  {
    words: ['reports', 'schema', 'add'],
    args: [['<path>', 'the authority’s schema file (.xsd)']],
    isSigned: true,
    does: 'add an authority’s schema file, and print how a profile names it; used once two people set that profile',
    example: 'goAMLSchema.xsd',
    async run(tools, given, say) {
      const file = argument(given, 'schema file (.xsd)')
      const { reports } = await tools.product()
      const text = await readFile(file, 'utf8')
      const schema = await reports.addSchema({ name: path.basename(file), text }, staffActionOf(given).staff)
      say(`Put this into the profile: "schema": ${JSON.stringify(schema)}`)
      return { code: 0, json: { schema } }
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
      await reports.requireSchema(profile.profile)
      await reports.setProfile(profile, approvedActionOf(given))
      say(`${country}: the profile applies from ${validFrom}`)
      return { code: 0, json: { country, validFrom } }
    },
  },
]
