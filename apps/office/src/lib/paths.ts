import type { Permission } from '@sesa/contract/office'

/** The folder below which the office is served. */
export const BASE = '/office'

/** Addresses of the app's pages, as links use them. */
export const paths = {
  search: `${BASE}/`,
  holds: `${BASE}/holds`,
  approvals: `${BASE}/approvals`,
  audit: `${BASE}/audit`,
  staff: `${BASE}/staff`,
  permissions: `${BASE}/permissions`,
  cases: `${BASE}/cases`,
  dailyCloses: `${BASE}/daily-closes`,
  enquiries: `${BASE}/enquiries`,
  answerTemplates: `${BASE}/enquiries/templates`,
  floats: `${BASE}/floats`,
  treasury: `${BASE}/treasury`,
  prices: `${BASE}/prices`,
  limits: `${BASE}/limits`,
  corridors: `${BASE}/corridors`,
  reconciliation: `${BASE}/reconciliation`,
  results: `${BASE}/results`,
  identity: `${BASE}/identity`,
  fraudRules: `${BASE}/fraud-rules`,
  monitoringRules: `${BASE}/monitoring-rules`,
  filings: `${BASE}/filings`,
  reportProfiles: `${BASE}/filings/profiles`,
  privacy: `${BASE}/privacy`,
  retention: `${BASE}/retention`,
  passkeys: `${BASE}/passkeys`,
  customer: (id: string) => `${BASE}/customers/${encodeURIComponent(id)}`,
  transfer: (reference: string) => `${BASE}/transfers/${encodeURIComponent(reference)}`,
  enquiry: (number: string) => `${BASE}/enquiries/${encodeURIComponent(number)}`,
  case: (number: string) => `${BASE}/cases/${encodeURIComponent(number)}`,
  dailyClose: (day: string) => `${BASE}/daily-closes/${encodeURIComponent(day)}`,
  identityCheck: (id: string) => `${BASE}/identity/${encodeURIComponent(id)}`,
  customerIdentity: (id: string) => `${BASE}/customers/${encodeURIComponent(id)}/identity`,
  /** `from`: a report whose content the new one begins with. */
  draftFiling: (about: { case?: string; account?: string; from?: string } = {}) =>
    `${BASE}/filings/draft?${new URLSearchParams(about).toString()}`,
  filing: (number: string) => `${BASE}/filings/${encodeURIComponent(number)}`,
  privacyRequest: (number: string) => `${BASE}/privacy/${encodeURIComponent(number)}`,
  approval: (id: string) => `${BASE}/approvals/${encodeURIComponent(id)}`,
} as const

export interface Section {
  readonly label: string
  readonly href: string
  /** `g`, then this letter, opens it. */
  readonly letter: string
  /** One of these permissions shows it; without any, every member sees it. */
  readonly needs?: readonly Permission[]
}

/** The sections of the office, in the order of the menu. */
const SECTIONS: readonly Section[] = [
  { label: 'Search', href: paths.search, letter: 's', needs: ['transfers.read'] },
  { label: 'Holds', href: paths.holds, letter: 'h', needs: ['transfers.read'] },
  { label: 'Enquiries', href: paths.enquiries, letter: 'q', needs: ['enquiries.answer'] },
  { label: 'Cases', href: paths.cases, letter: 'f', needs: ['cases.read'] },
  { label: 'Identity checks', href: paths.identity, letter: 'i', needs: ['identity.review'] },
  { label: 'Reports', href: paths.filings, letter: 'r', needs: ['reports.file'] },
  { label: 'Privacy', href: paths.privacy, letter: 'y', needs: ['privacy.manage'] },
  { label: 'Daily close', href: paths.dailyCloses, letter: 'd', needs: ['books.close'] },
  { label: 'Reconciliation', href: paths.reconciliation, letter: 'b', needs: ['reconciliation.read'] },
  { label: 'Approvals', href: paths.approvals, letter: 'a', needs: ['approvals.read'] },
  { label: 'Prices', href: paths.prices, letter: 'v', needs: ['prices.read'] },
  { label: 'Limits', href: paths.limits, letter: 'c', needs: ['limits.change'] },
  { label: 'Corridors', href: paths.corridors, letter: 'e', needs: ['corridors.read'] },
  { label: 'Floats', href: paths.floats, letter: 'w', needs: ['finance.read'] },
  { label: 'Treasury', href: paths.treasury, letter: 't', needs: ['finance.read'] },
  { label: 'Profit and loss', href: paths.results, letter: 'o', needs: ['finance.read'] },
  { label: 'Fraud rules', href: paths.fraudRules, letter: 'x', needs: ['fraud.manage'] },
  { label: 'Monitoring rules', href: paths.monitoringRules, letter: 'u', needs: ['monitoring.change'] },
  { label: 'Retention', href: paths.retention, letter: 'n', needs: ['retention.read'] },
  { label: 'Audit log', href: paths.audit, letter: 'l', needs: ['audit.read'] },
  { label: 'Staff', href: paths.staff, letter: 'm', needs: ['staff.read'] },
  { label: 'Permissions', href: paths.permissions, letter: 'p' },
  { label: 'Your passkeys', href: paths.passkeys, letter: 'k' },
]

/** The sections that a member with these permissions sees. */
export function sectionsFor(may: (permission: Permission) => boolean): readonly Section[] {
  return SECTIONS.filter(({ needs }) => needs === undefined || needs.some(may))
}
