import type { Permission } from '@sesa/contract/office'

/** The folder below which the office is served. */
export const BASE = '/office'

/** Addresses of the app's pages, as links use them. */
export const paths = {
  home: `${BASE}/`,
  inbox: `${BASE}/inbox`,
  transfers: `${BASE}/transfers`,
  customers: `${BASE}/customers`,
  audit: `${BASE}/audit`,
  staff: `${BASE}/staff`,
  permissions: `${BASE}/permissions`,
  dailyCloses: `${BASE}/daily-closes/latest`,
  floats: `${BASE}/floats`,
  /** A wallet’s alert level, and what is on its way into or out of a wallet or an account. */
  wallet: (name: string) => `${BASE}/floats?wallet=${encodeURIComponent(name)}`,
  moving: (of: string) => `${BASE}/floats?moving=${encodeURIComponent(of)}`,
  prices: `${BASE}/prices`,
  limits: `${BASE}/limits`,
  corridors: `${BASE}/corridors`,
  reconciliation: `${BASE}/reconciliation`,
  break: (id: string) => `${BASE}/reconciliation?break=${encodeURIComponent(id)}`,
  results: `${BASE}/results`,
  fraudRules: `${BASE}/fraud-rules`,
  monitoringRules: `${BASE}/monitoring-rules`,
  filings: `${BASE}/filings`,
  reportProfiles: `${BASE}/filings?tab=profiles`,
  retention: `${BASE}/audit?tab=retention`,
  passkeys: `${BASE}/passkeys`,
  customer: (id: string) => `${BASE}/customers/${encodeURIComponent(id)}`,
  transfer: (reference: string) => `${BASE}/transfers/${encodeURIComponent(reference)}`,
  /** The transfers of a corridor, of some days (UTC), in a state. */
  transfersOf: (
    { sender, recipient }: { sender: string; recipient: string },
    { from, to }: { from: string; to: string },
    state?: string,
  ) => {
    const corridor = `corridor:${sender}-${recipient}`.toLowerCase()
    const filter = [...(state === undefined ? [] : [`is:${state}`]), corridor, `${from}..${to}`].join(' ')
    return transfersPath(filter)
  },
  enquiry: (number: string) => `${BASE}/enquiries/${encodeURIComponent(number)}`,
  case: (number: string) => `${BASE}/cases/${encodeURIComponent(number)}`,
  resultsOf: (from: string, to: string) => `${BASE}/results?from=${from}&to=${to}`,
  dailyClose: (day: string) => `${BASE}/daily-closes/${encodeURIComponent(day)}`,
  identityCheck: (id: string) => `${BASE}/identity/${encodeURIComponent(id)}`,
  /** `from`: a report whose content the new one begins with. */
  draftFiling: (about: { case?: string; account?: string; from?: string } = {}) =>
    `${BASE}/filings/new?${new URLSearchParams(about).toString()}`,
  filing: (number: string) => `${BASE}/filings/${encodeURIComponent(number)}`,
  privacyRequest: (number: string) => `${BASE}/privacy/${encodeURIComponent(number)}`,
  approval: (id: string) => `${BASE}/approvals/${encodeURIComponent(id)}`,
} as const

/** The list of transfers that a text finds; the text has no personal data. */
export const transfersPath = (text: string): string =>
  `${BASE}/transfers?${new URLSearchParams({ filter: text }).toString()}`

/** A page that the menu names. */
export interface Section {
  readonly label: string
  readonly href: string
  /** One of these permissions shows it; without any, every member sees it. */
  readonly needs?: readonly Permission[]
}

/** An entry of the menu, with the pages inside. */
export interface Entry {
  readonly label: string
  /** `g`, then this letter, opens the first page inside. */
  readonly letter: string
  readonly pages: readonly [Section, ...Section[]]
  /** Pages below these addresses belong to the entry too. */
  readonly also?: readonly string[]
}

const section = (label: string, href: string, ...needs: readonly Permission[]): Section => ({
  ...{ label, href },
  ...(needs.length > 0 && { needs }),
})

const MENU = [
  { label: 'Home', letter: 'h', pages: [section('Home', paths.home)] },
  {
    label: 'Inbox',
    letter: 'i',
    pages: [section('Inbox', paths.inbox)],
    also: ['enquiries', 'cases', 'identity', 'approvals', 'privacy'].map((folder) => `${BASE}/${folder}`),
  },
  { label: 'Transfers', letter: 't', pages: [section('Transfers', paths.transfers, 'transfers.read')] },
  { label: 'Customers', letter: 'c', pages: [section('Customers', paths.customers, 'customers.read')] },
  {
    label: 'Money',
    letter: 'm',
    pages: [
      section('Floats', paths.floats, 'finance.read'),
      section('Daily close', paths.dailyCloses, 'books.close'),
      section('Reconciliation', paths.reconciliation, 'reconciliation.read'),
      section('Profit and loss', paths.results, 'finance.read'),
    ],
  },
  {
    label: 'Policies',
    letter: 'p',
    pages: [
      section('Prices', paths.prices, 'prices.read'),
      section('Limits', paths.limits, 'limits.change'),
      section('Corridors', paths.corridors, 'corridors.read'),
      section('Fraud rules', paths.fraudRules, 'fraud.manage'),
      section('Monitoring rules', paths.monitoringRules, 'monitoring.change'),
    ],
  },
  {
    label: 'Records',
    letter: 'r',
    pages: [
      section('Reports', paths.filings, 'reports.file'),
      section('Audit log', paths.audit, 'audit.read', 'retention.read'),
      section('Staff', paths.staff, 'staff.read'),
    ],
  },
]

/** Pages of the member, under their name. */
export const OWN_PAGES: readonly Section[] = [
  { label: 'Permissions', href: paths.permissions },
  { label: 'Your passkeys', href: paths.passkeys },
]

/** The menu of a member with these permissions. An entry with one page inside takes its name. */
export function menuFor(may: (permission: Permission) => boolean): readonly Entry[] {
  return MENU.flatMap((entry) => {
    const [first, ...others] = entry.pages.filter(({ needs }) => needs === undefined || needs.some(may))
    if (first === undefined) return []
    return [{ ...entry, label: others.length > 0 ? entry.label : first.label, pages: [first, ...others] }]
  })
}

/** Whether the address, as `/office/…`, is at or below a page's. */
export function isBelow(address: string, page: string): boolean {
  const folder = page.replace(/\/(latest)?$/u, '')
  return address === folder || address === page || (folder !== BASE && address.startsWith(`${folder}/`))
}

/** Whether an entry has the page at the address. */
export function holds({ pages, also = [] }: Entry, address: string): boolean {
  return [...pages.map(({ href }) => href), ...also].some((page) => isBelow(address, page))
}
