import type { Act } from '../transfers/history.ts'
import { CONNECTIONS, SLOWER, type Load } from './page-load.ts'
import { number, table } from '../report.ts'

/** One screen on one connection: the product and the plain build, load by load. */
export interface Compared {
  readonly screen: string
  readonly connection: string
  readonly ours: readonly Load[]
  readonly plain: readonly Load[]
}

/** The same customer's history at two lengths. */
export interface Histories {
  readonly few: number
  readonly many: number
  readonly withFew: readonly Act[]
  readonly withMany: readonly Act[]
}

/** How the pages were measured: loads of each page, load average at the start, browser version. */
export interface Run {
  readonly turns: number
  readonly load: number
  readonly version: string
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const seconds = (ms: number): string => number(ms / 1000, 2)
const kilobytes = (bytes: number): string => number(bytes / 1000, 1)

function screenRows(found: readonly Compared[]): string[][] {
  return found.map(({ screen, connection, ours, plain }) => {
    const cell = (of: keyof Load, show: (value: number) => string): string => {
      const [mine, theirs] = [median(ours.map((load) => load[of])), median(plain.map((load) => load[of]))]
      const ratio = theirs > 0 ? ` = ${number(mine / theirs, 2)}` : ''
      return `${show(mine)} / ${show(theirs)}${ratio}`
    }
    return [
      `${screen}, ${connection}`,
      cell('fcp', seconds),
      cell('lcp', seconds),
      cell('usable', seconds),
      cell('longest', number),
      cell('bytes', kilobytes),
    ]
  })
}

const SCREEN_HEAD = ['Sesa / plain = ratio', 'FCP, s', 'LCP, s', 'Usable, s', 'Longest task, ms', 'Sent, kB']

function historyRows({ withFew, withMany }: Histories): string[][] {
  return withMany.map((act, index) => {
    const before = withFew[index]
    const both = (of: 'rows' | 'elements' | 'longest' | 'requests'): string =>
      `${number(act[of])} / ${before === undefined ? '-' : number(before[of])}`
    return [act.name, both('rows'), both('elements'), both('requests'), both('longest')]
  })
}

/** Renders the section of `docs/figures.md`. */
export function describeWeb(found: readonly Compared[], histories: Histories, run: Run): string {
  const presets = CONNECTIONS.map(
    ({ name, bytes, latency }) =>
      `${name} is ${number(bytes)} B/s and ${number(latency, 1)} ms per round trip`,
  ).join(', ')
  const shifts = found.map(({ ours }) => Math.max(...ours.map(({ shift }) => shift)))
  return [
    table([SCREEN_HEAD, ...screenRows(found)]),
    [
      `- Medians of all loads (${run.turns} per page and build): product and plain build in alternation, nothing cached, in headless Chromium ${run.version} at 360 by 640, with the processor slowed ${SLOWER} times. The load average at the start was ${number(run.load, 1)}. ${presets}: the presets of Chrome's developer tools (in their NetworkManager).`,
      '- The plain build turns the same sources into a plain single-page application: an empty document, one script, one stylesheet, everything rendered in the browser (`apps/web/build/baseline.ts`), compressed and cached like ours.',
      '- Usable, page by page: the converter opens its list; the phone field takes input; the amount field takes input; the first transfer is shown. Bytes count until then.',
      '- Budgets (design, section 6), slow 3G: FCP within 2.5 s everywhere, on the landing page also LCP within 2.5 s and the converter usable within 6 s; Send Money usable within 7 s; no task over 200 ms; no layout shift.',
      `- Largest cumulative layout shift in our loads: ${number(Math.max(...shifts), 3)}.`,
    ].join('\n'),
    `The same customer's dashboard with ${number(histories.many)} and with ${histories.few} transfers, on fast 3G and the slowed processor:`,
    table([
      [
        `${number(histories.many)} / ${histories.few} transfers`,
        'Rows',
        'Elements',
        'Requests',
        'Longest task, ms',
      ],
      ...historyRows(histories),
    ]),
  ].join('\n\n')
}
