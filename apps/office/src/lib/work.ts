import { MOST_COUNTED, WORK_KINDS, type Work, type WorkKind } from '@sesa/contract/office'
import { paths } from './paths.ts'

export const WORK_KIND_WORDS: Readonly<Record<WorkKind, string>> = {
  enquiries: 'Enquiries',
  holds: 'Holds',
  cases: 'Cases',
  identity: 'Identity checks',
  approvals: 'Approvals',
  reports: 'Reports',
  privacy: 'Privacy',
  breaks: 'Breaks',
  closes: 'Daily close',
}

const PAGES: Readonly<Record<WorkKind, (id: string) => string>> = {
  enquiries: paths.enquiry,
  holds: paths.transfer,
  cases: paths.case,
  identity: paths.identityCheck,
  approvals: paths.approval,
  reports: paths.filing,
  privacy: paths.privacyRequest,
  breaks: (id) => `${paths.reconciliation}?break=${encodeURIComponent(id)}`,
  closes: paths.dailyClose,
}

/** The page on which an item of work is decided. */
export const pathOfWork = ({ kind, id }: Pick<Work, 'kind' | 'id'>): string => PAGES[kind](id)

/** The queues of pages, by the first part of their address. */
const QUEUES: Readonly<Record<string, WorkKind>> = {
  enquiries: 'enquiries',
  cases: 'cases',
  identity: 'identity',
  approvals: 'approvals',
  filings: 'reports',
  privacy: 'privacy',
  reconciliation: 'breaks',
  'daily-closes': 'closes',
}

/** The queue of the page at an address below `BASE`; undefined for a page that belongs to none. */
export function queueAt(pathname: string, search: string): WorkKind | undefined {
  const [, folder = ''] = pathname.split('/')
  if (folder !== 'inbox') return QUEUES[folder]
  const tab = new URLSearchParams(search).get('kind')
  return WORK_KINDS.find((kind) => kind === tab)
}

/** The inbox, with the tab of a kind and a view. */
export function inboxPath(kind?: WorkKind | 'templates', view?: string): string {
  const search = new URLSearchParams({ ...(kind && { kind }), ...(view && { view }) }).toString()
  return search === '' ? paths.inbox : `${paths.inbox}?${search}`
}

/** The number of open items, of which the server counts 1,000 at most. */
export const countText = (count: number): string => (count > MOST_COUNTED ? '1,000+' : String(count))
