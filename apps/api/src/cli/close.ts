import { formatMoney, isCurrencyCode, money } from '@sesa/money'
import { writeFile } from 'node:fs/promises'
import { isDay, journalOfDays, readReport, type DayReport, type DailyClose } from '../domains/books/index.ts'
import {
  argument,
  CliError,
  numberOption,
  staffActionOf,
  table,
  type Command,
  type Described,
  type Given,
  type Say,
} from './command.ts'

const DAY: Described = ['<day>', 'the day in UTC, such as 2026-11-25']
const LISTED = 30

function dayOf(given: Given): string {
  const day = argument(given, 'day such as 2026-11-25')
  if (!isDay(day)) throw new CliError(`${day} is not a day such as 2026-11-25.`)
  return day
}

/** Writes minor units, given as text, with their currency. */
const amount = (minor: string | null, currency: string): string =>
  minor === null || !isCurrencyCode(currency) ? 'unknown' : formatMoney(money(BigInt(minor), currency))

const currencyOf = (account: string): string => account.split(':')[1] ?? ''

const hasResult = ({ currency: _currency, ...parts }: DayReport['corridors'][number]['results'][number]) =>
  Object.values(parts).some((part) => part !== '0')
const isUsed = ({ opening, entries, closing }: DayReport['accounts'][number]): boolean =>
  opening !== '0' || closing !== '0' || Object.keys(entries).length > 0

/** Prints the report of a day: corridors with their result, accounts, and what differs from the providers. Leaves out rows of zeros. */
function print(report: DayReport, say: Say): void {
  say(`${report.day} (UTC), in dollars at the rates of ${report.ratesAsOf ?? 'no time: there are none'}\n`)
  const dollars = (minor: string | null): string => amount(minor, 'USD')
  table([
    ['corridor', 'charged', 'paid out', 'refunded', 'repaid', 'result in dollars'],
    ...report.corridors.map(({ sender, recipient, charged, paidOut, refunded, repaid, inDollars }) => [
      sender === null ? 'no transfer' : `${sender} to ${recipient ?? ''}`,
      ...[charged, paidOut, refunded, repaid].map(String),
      dollars(inDollars),
    ]),
  ]).forEach(say)
  say('')
  table([
    ['corridor', 'currency', 'fees', 'margin', 'exchange', 'provider fees', 'losses'],
    ...report.corridors.flatMap(({ sender, recipient, results }) =>
      results
        .filter(hasResult)
        .map(({ currency, ...parts }) => [
          sender === null ? 'no transfer' : `${sender} to ${recipient ?? ''}`,
          currency,
          ...[parts.fees, parts.margin, parts.exchange, parts.providerFees, parts.losses].map((part) =>
            amount(part, currency),
          ),
        ]),
    ),
  ]).forEach(say)
  say('\nAccounts (the closing balance of fx is the open position of the currency):')
  table([
    ['account', 'opening', 'moved', 'closing'],
    ...report.accounts.filter(isUsed).map(({ account, opening, entries, closing }) => {
      const moved = Object.values(entries).reduce((sum, one) => sum + BigInt(one), 0n)
      const write = (minor: string): string => amount(minor, currencyOf(account))
      return [account, write(opening), write(String(moved)), write(closing)]
    }),
  ]).forEach(say)
  say('\nAgainst the providers:')
  table([
    ['account', 'state', 'difference'],
    ...report.positions.map(({ account, state, difference }) => [
      account,
      state,
      amount(difference, currencyOf(account)),
    ]),
  ]).forEach(say)
  for (const [kind, count] of Object.entries(report.openBreaks)) say(`open breaks ${kind}: ${count}`)
}

async function found(dailyClose: DailyClose, day: string) {
  const close = await dailyClose.find(day)
  if (close === undefined) throw new CliError(`Nobody has prepared ${day}: close prepare ${day}.`)
  return { close, report: readReport(close.report) }
}

export const closeCommands: readonly Command[] = [
  {
    words: ['close', 'prepare'],
    args: [DAY],
    options: [['--explain <text>', 'why the books differ from the providers, where they do']],
    isSigned: true,
    does: 'prepare the report of a day for another person to sign',
    example: '2026-11-25',
    async run(tools, given, say) {
      const day = dayOf(given)
      const by = staffActionOf(given)
      const { dailyClose } = await tools.product()
      const explanation = given.options['explain']?.trim() ?? null
      if (explanation !== null && (explanation.length < 3 || explanation.length > 2_000))
        throw new CliError('--explain takes 3 to 2,000 characters.')
      const { report, problems, digest } = await dailyClose.prepare(day, by, explanation)
      print(report, say)
      for (const { text } of problems) say(`explained: ${text}`)
      say(`\nDigest ${digest}. Another person reads it with close show ${day}, and signs it with close sign.`)
      return { code: 0, json: { report, problems, digest } }
    },
  },
  {
    words: ['close', 'sign'],
    args: [DAY],
    options: [
      ['--digest <hex>', 'the digest of the report that you have read, or its first 12 digits (required)'],
    ],
    isSigned: true,
    does: 'sign the report of a day that another person has prepared',
    example: '2026-11-25 --digest 4f0c9d2a11be',
    async run(tools, given, say) {
      const day = dayOf(given)
      const by = staffActionOf(given)
      const digest = given.options['digest']?.trim() ?? ''
      if (!/^[0-9a-f]{12,64}$/i.test(digest))
        throw new CliError('Give at least 12 digits of the digest that close show prints: --digest HEX.')
      const { dailyClose } = await tools.product()
      await dailyClose.sign(day, digest, by)
      say(`${day} is closed, signed by ${by.staff}`)
      return { code: 0, json: { day, signedBy: by.staff } }
    },
  },
  {
    words: ['close', 'show'],
    args: [DAY],
    does: 'show the report of a day, and who prepared and signed it',
    example: '2026-11-25',
    async run(tools, given, say) {
      const { close, report } = await found((await tools.product()).dailyClose, dayOf(given))
      print(report, say)
      if (close.explanation !== null) say(`\nExplanation: ${close.explanation}`)
      say(`\nPrepared by ${close.preparedBy} at ${close.preparedAt.toISOString()}, digest ${close.digest}`)
      say(
        close.signedAt === null
          ? 'Not signed'
          : `Signed by ${close.signedBy ?? ''} at ${close.signedAt.toISOString()}: ${close.note ?? ''}`,
      )
      const { id: _id, report: _text, ...rest } = close
      return { code: 0, json: { ...rest, report } }
    },
  },
  {
    words: ['close', 'list'],
    options: [['--days <n>', `how many signed days to list (default ${LISTED})`]],
    does: 'list the signed days, newest first',
    async run(tools, given, say) {
      const { dailyClose } = await tools.product()
      const closes = await dailyClose.list(numberOption(given, 'days') ?? LISTED)
      const rows = closes.map(({ day, preparedBy, signedBy, signedAt, digest }) => ({
        ...{ day, preparedBy, signedBy, signedAt, digest },
      }))
      table([
        ['day', 'prepared by', 'signed by', 'signed at', 'digest'],
        ...rows.map(({ day, preparedBy, signedBy, signedAt, digest }) => [
          ...[day, preparedBy, signedBy ?? '', signedAt?.toISOString() ?? ''],
          digest.slice(0, 12),
        ]),
      ]).forEach(say)
      return { code: 0, json: rows }
    },
  },
  {
    words: ['close', 'verify'],
    args: [DAY],
    does: 'read the books of a signed day again; exits with 1 if they or the report have changed',
    example: '2026-11-25',
    async run(tools, given, say) {
      const day = dayOf(given)
      const { dailyClose } = await tools.product()
      const { isUntouched, isSame } = await dailyClose.verify(day)
      if (!isUntouched) say(`The report of ${day} is not the one that was signed.`)
      if (!isSame) say(`The books of ${day} have changed since it was signed.`)
      if (isUntouched && isSame) say(`${day}: the report and the books are as signed`)
      return { code: isUntouched && isSame ? 0 : 1, json: { day, isUntouched, isSame } }
    },
  },
  {
    words: ['close', 'export'],
    args: [DAY],
    options: [['--to <file>', 'the CSV file to write (required)']],
    does: 'write the journal of a prepared or signed day as CSV for accounting',
    example: '2026-11-25 --to journal-2026-11-25.csv',
    async run(tools, given, say) {
      const day = dayOf(given)
      const file = given.options['to']
      if (file === undefined) throw new CliError('Name the file: --to FILE.')
      const { report } = await found((await tools.product()).dailyClose, day)
      await writeFile(file, journalOfDays([report]), { flag: 'wx' }).catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        throw new CliError(
          code === 'EEXIST' ? `${file} exists. Choose another file.` : `${file} cannot be written.`,
        )
      })
      say(`${day}: written to ${file}`)
      return { code: 0, json: { day, file } }
    },
  },
]
