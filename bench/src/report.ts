import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const FILE = path.resolve(import.meta.dirname, '../../docs/figures.md')

/** One figure with the baseline from the same run. */
export interface Figure {
  readonly what: string
  readonly measured: string
  readonly baseline: string
  /** Measured divided by baseline. */
  readonly ratio: number
  readonly target?: string
}

export interface Report {
  readonly command: string
  readonly figures: readonly Figure[]
  /** Latencies: a heading, then one row each. */
  readonly waits: readonly (readonly string[])[]
  /** CPU use while many customers sent at once: a heading, then one row per process; empty if unknown. */
  readonly processors: readonly (readonly string[])[]
  readonly notes: readonly string[]
}

/** Formats a number with thousands separators and at most `digits` decimals. */
export const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }).format(value)

/** Renders a Markdown table with aligned columns, which is also readable on a console. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** Renders the report: the tables, the limit of the transfers, the notes. */
export function render({ figures, waits, processors, notes }: Report): string {
  const rows = figures.map(({ what, measured, baseline, ratio, target = '' }) => [
    what,
    measured,
    baseline,
    number(ratio, ratio < 0.1 ? 3 : 2),
    target,
  ])
  const limit =
    processors.length === 0
      ? 'The bottleneck is unknown: processor time by process can be read on Linux only.'
      : `What limits the transfers, with ${os.availableParallelism()} processors for everything:\n\n${table(processors)}`
  return [
    table([['Figure', 'Measured', 'Baseline of the same run', 'Ratio', 'Target'], ...rows]),
    table(waits),
    limit,
    notes.map((note) => `- ${note}`).join('\n'),
  ].join('\n\n')
}

/** Heading of the section that `npm run bench -- --web` writes. Each command leaves the other sections unchanged. */
const WEB = '\n## In the browser\n'
const MUTANTS = '\n## Mutants\n'
/** The heading of the commands, which no run rewrites. */
const AGAIN = '## Measuring again'

function writtenBy(command: string): string {
  const cpu = os.cpus()[0]?.model ?? 'unknown processor'
  const memory = number(os.totalmem() / 2 ** 30)
  return `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}: ${os.availableParallelism()} processors (${cpu}), ${memory} GiB of memory, Node ${process.versions.node}, ${os.type()} ${os.release()}.`
}

interface Page {
  readonly rest: string
  readonly web: string
  /** Written manually: see docs/testing.md. */
  readonly mutants: string
}

async function readPage(): Promise<Page> {
  const [measured = '', mutants = ''] = (await readFile(FILE, 'utf8')).split(MUTANTS)
  const [rest = '', web = ''] = measured.split(WEB)
  return { rest: rest.trim(), web: web.trim(), mutants: mutants.trim() }
}

async function writePage({ rest, web, mutants }: Page): Promise<void> {
  const parts = [
    rest,
    ...(web === '' ? [] : [`${WEB}\n${web}`]),
    ...(mutants === '' ? [] : [`${MUTANTS}\n${mutants}`]),
  ]
  await writeFile(FILE, `${parts.join('\n')}\n`)
}

/** Writes the figures of this run to `docs/figures.md`. */
export async function writeFigures(report: Report): Promise<void> {
  const { rest, ...others } = await readPage()
  const measured = [
    '# Figures',
    `${writtenBy(report.command)} Everything runs on this one machine: product, sandbox, load generator, and PostgreSQL with fsync on. Absolute numbers change with the machine, so compare the ratios.`,
    render(report),
  ].join('\n\n')
  await writePage({ ...others, rest: `${measured}\n\n${rest.slice(rest.indexOf(AGAIN))}` })
}

/** Writes the browser's figures of this run to `docs/figures.md`. */
export async function writeWebFigures(command: string, text: string): Promise<void> {
  await writePage({ ...(await readPage()), web: `${writtenBy(command)}\n\n${text}` })
}
