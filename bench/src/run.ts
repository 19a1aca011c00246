/** `npm run bench`: measures the product's figures, each with a baseline from the same run. */
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measureAgainst } from './against/against.ts'
import { measureBare, type BareResult } from './http/bare.ts'
import { measureLedger, type LedgerResult } from './ledger/ledger.ts'
import { measureMemory } from './memory.ts'
import { processorTime, usedBetween } from './processes.ts'
import { makeFreshTree, removeTree, startProduct, type Product } from './product.ts'
import { describeProfiles } from './profile.ts'
import { number, render, writeFigures, writeWebFigures, type Figure } from './report.ts'
import { measureMonths } from './ledger/months.ts'
import { measureOffice } from './office.ts'
import { measureOfficePages } from './office-pages.ts'
import { measureScale } from './ledger/scale.ts'
import { measureSignUpFlood } from './sign-up-flood.ts'
import { readWritten, writtenBetween, type Written } from './transfers/written.ts'
import { countStatements, type Statements } from './transfers/statements.ts'
import { measureTables } from './transfers/tables.ts'
import { sendMoney, signUp, sumUp, type TransfersResult } from './transfers/transfers.ts'
import { measureTreasury } from './treasury.ts'
import { measureWeb } from './web/web.ts'

const PROFILES = path.resolve(import.meta.dirname, '../../.cache/bench/profiles')
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
    profile: { type: 'boolean' },
    scale: { type: 'boolean' },
    memory: { type: 'boolean' },
    office: { type: 'boolean' },
    pages: { type: 'boolean' },
    'sign-up-flood': { type: 'boolean' },
    transfers: { type: 'string' },
    treasury: { type: 'boolean' },
    tables: { type: 'boolean' },
    web: { type: 'boolean' },
    against: { type: 'string' },
  },
})
const effort = flags.quick
  ? {
      turns: 2,
      turnSeconds: 2,
      users: 16,
      warmUp: 16,
      alone: 10,
      transfers: 100,
      bareSeconds: 2,
      logged: { transfers: 5, idleSeconds: 5 },
    }
  : {
      turns: 6,
      turnSeconds: 5,
      users: 16,
      warmUp: 100,
      alone: 50,
      transfers: 1_000,
      bareSeconds: 6,
      logged: { transfers: 20, idleSeconds: 20 },
    }
const profiles = flags.profile ? PROFILES : undefined

interface Transfers {
  readonly alone: TransfersResult
  readonly together: TransfersResult
  /** CPU seconds by process while many customers sent at once, and the duration. */
  readonly used: readonly (readonly [string, number])[]
  readonly seconds: number
  /** Data that each of those transfers wrote to the database. */
  readonly written: Written
  readonly statements: Statements
  /** Number of transfers that the server has handled since its start, and its memory afterwards. */
  readonly handled: number
  readonly memory: number
  readonly bare: BareResult
}

function say(line: string): void {
  console.error(`bench: ${line}`)
}

async function measureTransfers(product: Product): Promise<Transfers> {
  const customers = await signUp(product, effort.users)
  await sendMoney(customers, effort.warmUp)
  const ownerUrl = await product.ownerUrl()
  say('the bare route')
  const bareBefore = await measureBare(ownerUrl, effort.users, effort.bareSeconds)
  say('one sender alone')
  const alone = await sumUp(await sendMoney(customers.slice(0, 1), effort.alone))
  say(`${effort.users} senders at once`)
  const readBefore = await readWritten(ownerUrl)
  const before = await processorTime(product.pid)
  const run = await sendMoney(customers, effort.transfers)
  const used = usedBetween(before, await processorTime(product.pid))
  const together = await sumUp(run)
  const written = writtenBetween(readBefore, await readWritten(ownerUrl), together.count)
  const memory = await product.serverMemory()
  say('the bare route again')
  const bareAfter = await measureBare(ownerUrl, effort.users, effort.bareSeconds)
  say('the statements of a transfer')
  const statements = await countStatements(
    { ownerUrl, dataDir: product.dataDir },
    customers.slice(0, 1),
    effort.logged,
  )
  return {
    ...{ alone, together, used, memory, written, statements },
    seconds: run.seconds,
    handled: effort.warmUp + alone.count + together.count,
    bare: { ...bareAfter, perSecond: (bareBefore.perSecond + bareAfter.perSecond) / 2 },
  }
}

async function measureProduct(): Promise<{ firstMs: number; secondMs: number; transfers: Transfers }> {
  say('first start of a fresh copy')
  await makeFreshTree()
  try {
    const first = await startProduct()
    await first.stop()
    say('second start')
    const product = await startProduct(profiles)
    try {
      const transfers = await measureTransfers(product)
      return { firstMs: first.startMs, secondMs: product.startMs, transfers }
    } finally {
      await product.stop()
    }
  } finally {
    await removeTree()
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const seconds = (ms: number): string => `${number(ms / 1000, 1)} s`
const megabytes = (bytes: number): string => `${number(bytes / 1e6)} MB`

/** Returns the range of the ratios of all pairs of turns, which shows how far to trust one run. */
function spread({ module, pgbench }: LedgerResult): string {
  const ratios = module.map((one, turn) => one / (pgbench[turn] ?? Number.NaN))
  return `${number(Math.min(...ratios), 2)} to ${number(Math.max(...ratios), 2)}`
}

function ledgerFigure({ writers, module, pgbench }: LedgerResult): Figure {
  const [ours, theirs] = [mean(module), mean(pgbench)]
  return {
    what: `Ledger, ${writers} writers on the same two accounts`,
    measured: `${number(ours)} postings/s`,
    baseline: `pgbench, the same SQL: ${number(theirs)}/s`,
    ratio: ours / theirs,
    target: 'at least 0.6',
  }
}

function productFigures(firstMs: number, secondMs: number, transfers: Transfers): Figure[] {
  const { together, bare, handled, memory } = transfers
  const bareStart = `bare Fastify to its first answer: ${seconds(bare.startMs)}`
  return [
    {
      what: `Whole transfers, ${together.users} senders at once`,
      measured: `${number(together.perSecond, 1)}/s`,
      baseline: `bare route, one insert and commit: ${number(bare.perSecond)}/s`,
      ratio: together.perSecond / bare.perSecond,
    },
    {
      what: 'First start to a served page',
      measured: seconds(firstMs),
      baseline: bareStart,
      ratio: firstMs / bare.startMs,
    },
    {
      what: 'Second start to a served page',
      measured: seconds(secondMs),
      baseline: bareStart,
      ratio: secondMs / bare.startMs,
    },
    {
      what: `Memory of the server after ${number(handled)} transfers`,
      measured: megabytes(memory),
      baseline: `bare Fastify after its load: ${megabytes(bare.rss)}`,
      ratio: memory / bare.rss,
    },
  ]
}

function waitRows({ alone, together }: Transfers): string[][] {
  const row = (what: string, { p50, p95, p99 }: TransfersResult['toSent']): string[] => [
    what,
    ...[p50, p95, p99].map((ms) => `${number(ms)} ms`),
  ]
  return [
    ['From "card succeeded" to', 'p50', 'p95', 'p99'],
    row('`sent`, one sender alone', alone.toSent),
    row('`/send-money` answering `sent`, one sender alone', alone.toSeen),
    row(`\`sent\`, ${together.users} senders at once`, together.toSent),
    row(`\`/send-money\` answering \`sent\`, ${together.users} senders at once`, together.toSeen),
  ]
}

function processorRows({ used, seconds: elapsed, together }: Transfers): string[][] {
  if (used.length === 0) return []
  const all = used.reduce((sum, [, cpu]) => sum + cpu, 0)
  const rows = [...used, ['total', all] as const].map(([name, cpu]) => [
    name,
    `${number((cpu / together.count) * 1000, 1)} ms`,
    number(cpu / elapsed, 2),
  ])
  return [['Process', 'Processor time per transfer', 'Processors busy'], ...rows]
}

function writtenNote({ wal, disk, commits, inserted, updated, deleted }: Written): string {
  const [ofWal, onDisk] = [wal, disk].map((bytes) => `${number(bytes / 1e3, 1)} kB`)
  return `Each of these transfers wrote ${ofWal} of WAL and ${onDisk} of tables and indexes, in ${number(commits, 1)} commits with ${number(inserted, 1)} rows inserted, ${number(updated, 1)} updated and ${number(deleted, 1)} deleted; jobs and heartbeats included.`
}

function statementsNote({ statements, commits, idleStatements, idleCommits }: Statements): string {
  const each = `${number(statements, 1)} statements and ${number(commits, 1)} commits`
  const idle = `${number(idleStatements, 1)} statements and ${number(idleCommits, 1)} commits a second`
  return `PostgreSQL received ${each} for one transfer of one sender, from its price to its last message, \`begin\` and \`commit\` included. A product that nobody uses sends ${idle}.`
}

/** The command line as typed. */
const command = ['npm run bench', ...(process.argv.length > 2 ? ['--'] : []), ...process.argv.slice(2)].join(
  ' ',
)

async function measureAll(): Promise<void> {
  say('the ledger against pgbench')
  const ledger = await measureLedger(effort.turnSeconds, effort.turns, profiles)
  const { firstMs, secondMs, transfers } = await measureProduct()
  const report = {
    command,
    figures: [ledgerFigure(ledger), ...productFigures(firstMs, secondMs, transfers)],
    waits: waitRows(transfers),
    processors: processorRows(transfers),
    notes: [
      `Ledger: means of ${effort.turns} pairs of turns of ${effort.turnSeconds} s, module and pgbench in alternation; one posting and one commit per entry; ${number(ledger.booked)} booked postings agreed with the balance. The ratio of a pair ranged from ${spread(ledger)}.`,
      writtenNote(transfers.written),
      statementsNote(transfers.statements),
      `A transfer is priced, opened, paid by card, captured by webhook, paid out and confirmed by callback; ${number(transfers.together.count)} of ${number(transfers.together.count)} ended as \`sent\`.`,
      'The first start is `npm start` in a copy of the repository with dependencies but without a build or data; it builds the web app and creates the database.',
    ],
  }
  console.log(`\n${render(report)}`)
  if (profiles !== undefined) console.log((await describeProfiles(profiles)).join('\n'))
  if (flags.write) await writeFigures(report)
}

if (profiles !== undefined) {
  await rm(profiles, { recursive: true, force: true })
  await mkdir(profiles, { recursive: true })
}
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(130))
if (flags.scale && flags.transfers !== undefined) {
  console.log(await measureMonths(Number.parseInt(flags.transfers, 10)))
} else if (flags.scale) {
  const effort = flags.quick
    ? { reads: 500, entries: [2_000, 20_000], transfers: [2_000, 20_000] }
    : { reads: 10_000, entries: [10_000, 100_000, 1_000_000, 5_000_000], transfers: [10_000, 1_000_000] }
  console.log(await measureScale(effort, say))
} else if (flags.office) {
  const transfers = Number.parseInt(flags.transfers ?? '1000000', 10)
  console.log(await (flags.pages ? measureOfficePages(transfers, say) : measureOffice(transfers)))
} else if (flags.memory) {
  console.log(await measureMemory(Number.parseInt(flags.transfers ?? '50000', 10), say))
} else if (flags.tables) {
  console.log(await measureTables(Number.parseInt(flags.transfers ?? '400', 10)))
} else if (flags.treasury) {
  process.exitCode = await measureTreasury(flags.quick ? 200 : 10_000)
} else if (flags['sign-up-flood']) {
  console.log(await measureSignUpFlood({ turns: flags.quick ? 2 : 4, turnSeconds: flags.quick ? 3 : 6 }, say))
} else if (flags.against !== undefined) {
  console.log(await measureAgainst(flags.against, flags.quick === true, say))
} else if (flags.web) {
  const text = await measureWeb(flags.quick ? 1 : 3, say)
  console.log(`\n${text}`)
  if (flags.write) await writeWebFigures(command, text)
} else {
  await measureAll()
}
