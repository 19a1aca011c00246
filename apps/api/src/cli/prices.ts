import { readFile } from 'node:fs/promises'
import { formatMoney, isNegative, parseAmount, toMajorNumber, type Money } from '@sesa/money'
import type { Db } from '../db/index.ts'
import {
  feeWords,
  findPriceVersion,
  judgePrices,
  listPriceVersions,
  marginWords,
  PriceListError,
  pricesInForce,
  readPriceList,
  setPrices,
  type PriceList,
  simulateNow,
  USUAL_AMOUNTS,
  type SimulatedTransfer,
} from '../domains/pricing/index.ts'
import { requireConfirmed } from '../lib/caution.ts'
import {
  CliError,
  CONFIRM,
  numberOption,
  staffActionOf,
  table,
  type Command,
  type Described,
  type Given,
} from './command.ts'

/** The usual amounts as `--amounts` takes them: `5,100,2000`. */
const USUAL_TEXT = USUAL_AMOUNTS.map((amount) => String(toMajorNumber(amount))).join(',')

const FILE: Described = ['--file <path>', 'a price list as JSON, such as docs/prices.example.json']

/** Reads the file of `--file`. @throws CliError when it cannot be read or is no price list. */
async function fileOf({ options }: Given): Promise<{ content: unknown; list: PriceList } | undefined> {
  const path = options['file']
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CliError(`${path} cannot be read.`)
  })
  try {
    const content: unknown = JSON.parse(text)
    return { content, list: readPriceList(content) }
  } catch (error) {
    if (error instanceof PriceListError) throw new CliError(`${path}: ${error.message}`)
    throw new CliError(`${path} is not JSON.`)
  }
}

/** Reads amounts such as `5,100,2000`. @throws CliError when one is no amount. */
function amountsOf(list = USUAL_TEXT): Money<'USD'>[] {
  return list.split(',').map((text) => {
    const parsed = parseAmount(text, 'USD')
    if (!parsed.ok || parsed.money.amount === 0n)
      throw new CliError('--amounts takes amounts in US dollars, such as 5,100,2000.')
    return parsed.money
  })
}

/** Returns a price list, the one in force by default. @throws CliError when there is no such version. */
async function versionOf(db: Db, wanted?: number) {
  const found = await findPriceVersion(db, wanted === undefined ? undefined : BigInt(wanted))
  if (found === undefined)
    throw new CliError(`There is no price list ${wanted ?? 'in force'}. See prices history.`)
  return found
}

async function simulateList(
  db: Db,
  list: PriceList,
  amounts?: readonly Money<'USD'>[],
): Promise<readonly SimulatedTransfer[]> {
  const { results } = await simulateNow(db, [list], amounts)
  return results[0] ?? []
}

/** Simulates the usual amounts under the list in force. */
export async function simulateCurrent(db: Db): Promise<readonly SimulatedTransfer[]> {
  const { content } = await versionOf(db)
  return simulateList(db, readPriceList(content))
}

const cells = ({ corridor, send, isForeignCard, ...one }: SimulatedTransfer): string[] => [
  corridor,
  formatMoney(send),
  isForeignCard ? 'foreign' : 'own',
  ...[one.fee, one.margin, one.cardCost, one.payoutCost, one.exchangeCost, one.result].map(formatMoney),
  isNegative(one.result) ? 'loss' : '',
]

const inText = (one: SimulatedTransfer) => ({
  corridor: one.corridor,
  send: formatMoney(one.send),
  card: one.isForeignCard ? 'foreign' : 'own',
  fee: formatMoney(one.fee),
  margin: formatMoney(one.margin),
  cardCost: formatMoney(one.cardCost),
  payoutCost: formatMoney(one.payoutCost),
  exchangeCost: formatMoney(one.exchangeCost),
  result: formatMoney(one.result),
})

export const priceCommands: readonly Command[] = [
  {
    words: ['prices', 'list'],
    options: [['--version <n>', 'an earlier price list instead of the one in force']],
    does: 'show the fees and margins of a price list; with --json also its costs, as prices set takes them',
    async run({ db }, given, say) {
      const { version, at, by, reason, content } = await versionOf(db, numberOption(given, 'version'))
      const { bands } = readPriceList(content)
      say(`Price list ${version}, ${at.toISOString()}, ${by ?? 'as shipped'}${reason ? `: ${reason}` : ''}`)
      const rows = [...bands].map(([corridor, its]) => [corridor, feeWords(its), marginWords(its)])
      table([['corridor', 'fee', 'margin'], ...rows]).forEach(say)
      return { code: 0, json: { version, at, by, reason, content } }
    },
  },
  {
    words: ['prices', 'history'],
    does: 'list the price lists there have been, with who set them and why',
    async run({ db }, _given, say) {
      const versions = await listPriceVersions(db)
      table([
        ['version', 'since', 'by', 'reason'],
        ...versions.map((one) => [
          String(one.version),
          one.at.toISOString(),
          one.by ?? 'as shipped',
          one.reason ?? '',
        ]),
      ]).forEach(say)
      return {
        code: 0,
        json: { versions: versions.map(({ version, at, by, reason }) => ({ version, at, by, reason })) },
      }
    },
  },
  {
    words: ['prices', 'simulate'],
    options: [FILE, ['--amounts <list>', `amounts in US dollars (default ${USUAL_TEXT})`]],
    does: 'show what transfers bring and cost, by corridor and amount; exits with 1 if one loses money',
    example: '--file docs/prices.example.json',
    async run({ db }, given, say) {
      const amounts = amountsOf(given.options['amounts'])
      const list = (await fileOf(given))?.list ?? readPriceList((await versionOf(db)).content)
      const transfers = await simulateList(db, list, amounts)
      table([
        ['corridor', 'sends', 'card', 'fee', 'margin', 'card cost', 'pay-out', 'exchange', 'result', ''],
        ...transfers.map(cells),
      ]).forEach(say)
      const losses = transfers.filter(({ result }) => isNegative(result)).length
      say(`${transfers.length} transfers, ${losses} at a loss`)
      return { code: losses > 0 ? 1 : 0, json: { transfers: transfers.map(inText), losses } }
    },
  },
  {
    words: ['prices', 'set'],
    options: [FILE, CONFIRM],
    isSigned: true,
    does: 'make a file the price list of all new prices; locked prices keep theirs',
    example: '--file docs/prices.example.json',
    async run({ db, owner }, given, say) {
      const file = await fileOf(given)
      if (file === undefined) throw new CliError('Name the price list: --file PATH.')
      const action = staffActionOf(given)
      requireConfirmed(judgePrices(file.list, await pricesInForce(db)), given.options['confirm'])
      const losses = (await simulateList(db, file.list)).filter(({ result }) => isNegative(result))
      const version = await setPrices(owner, file.content, action)
      say(`Price list ${version} is in force.`)
      if (losses.length > 0) say(`${losses.length} of its transfers lose money: see prices simulate.`)
      return { code: 0, json: { version, losses: losses.map(inText) } }
    },
  },
]
