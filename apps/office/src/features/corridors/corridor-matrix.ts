import { COUNTRIES, NETWORKS } from '@sesa/contract'
import type { CorridorState, PlannedClosing, RailRoute } from '@sesa/contract/office'
import { formatRecent } from '@sesa/ui/format.ts'
import { countryName } from '../../lib/words.ts'

export const STATES = {
  open: ['ok', 'Open'],
  off: ['danger', 'Closed by staff'],
  planned: ['warn', 'Planned closing'],
  down: ['warn', 'Down'],
  empty: ['warn', 'Wallet empty'],
  not_set_up: ['plain', 'Not set up'],
} as const

/** The same in a narrow cell, which names the reason below. */
const SHORT = {
  ...STATES,
  off: ['danger', 'Closed'],
  planned: ['warn', 'Closed'],
  empty: ['warn', 'Empty'],
} as const

export type Network = (typeof NETWORKS)[number]
export const SENDERS = COUNTRIES.map(({ code }) => code)

/** The networks by country, as columns. */
export const NETWORK_GROUPS = [...new Set(NETWORKS.map(({ country }) => country))].map((country) => ({
  country,
  networks: NETWORKS.filter((one) => one.country === country),
}))

/** The rails of a network, first choice first. */
export const routesOf = (routes: readonly RailRoute[], { country, value }: Network): readonly RailRoute[] =>
  routes
    .filter((one) => one.country === country && one.network === value)
    .toSorted((one, other) => one.position - other.position)

/** What a sender can do with a network now, and why. */
export interface CellState {
  readonly tone: 'ok' | 'warn' | 'danger' | 'plain'
  readonly state: string
  readonly why: string
}

interface Facts {
  /** Undefined where no corridor leads from a country, such as to itself. */
  readonly corridor: CorridorState | undefined
  readonly routes: readonly RailRoute[]
  readonly closings: readonly PlannedClosing[]
  /** In the sandbox, closed corridors are open to customers. */
  readonly allOpen: boolean
}

/** Returns the state of a cell: of its corridor if that is closed, else of the first open rail, with the reason why not the first. */
export function cellState({ corridor, routes, closings, allOpen }: Facts): CellState | null {
  if (corridor === undefined) return null
  if (corridor.closed !== null && !allOpen) return { tone: 'danger', state: 'Closed', why: corridor.closed }
  const open = routes.find(({ state }) => state === 'open')
  const [first] = routes
  if (open === undefined) {
    const [tone, state] = first === undefined ? (['plain', 'No rail'] as const) : SHORT[first.state]
    return { tone, state, why: first?.words ?? first?.rail ?? '' }
  }
  const rail =
    first === undefined || first === open
      ? open.rail
      : `${open.rail}; ${first.rail}: ${STATES[first.state][1].toLowerCase()}`
  const next = closings.find((one) => !one.isRunning && closesCell(one, corridor, open))
  if (next !== undefined) return { tone: 'warn', state: 'Open', why: `closes ${formatRecent(next.from)}` }
  if (corridor.closed !== null) return { tone: 'warn', state: 'Open', why: `${rail}, in the sandbox only` }
  return { tone: 'ok', state: 'Open', why: rail }
}

function closesCell({ corridor, rail, to }: PlannedClosing, of: CorridorState, route: RailRoute): boolean {
  if (corridor !== null) return corridor.sender === of.sender && corridor.recipient === of.recipient
  return (
    rail === route.rail && (to === null || (to.country === route.country && to.network === route.network))
  )
}

/** What can be closed or opened: a corridor, or a rail for one network or all. */
export type Target =
  | { readonly kind: 'corridor'; readonly corridor: CorridorState }
  | { readonly kind: 'rail'; readonly rail: string; readonly to: Network | null }

export const targetName = (target: Target): string => {
  if (target.kind === 'corridor')
    return `${countryName(target.corridor.sender)} to ${countryName(target.corridor.recipient)}`
  const { rail, to } = target
  return to === null ? `${rail}, all networks` : `${rail}, ${to.label} (${to.country})`
}
