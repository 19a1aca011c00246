import type { Permission } from '@sesa/contract/office'
import { menuFor, OWN_PAGES, paths } from '../../lib/paths.ts'

/** A page or an action of the box: each opens an address, and none changes anything. */
export interface Place {
  readonly label: string
  readonly href: string
  readonly needs?: readonly Permission[]
}

const ACTIONS: readonly Place[] = [
  { label: 'Book a top-up…', href: `${paths.floats}?book=new`, needs: ['treasury.manage'] },
  { label: 'Close or open a rail…', href: paths.corridors, needs: ['rails.manage'] },
  { label: 'Open or close a corridor…', href: paths.corridors, needs: ['corridors.change'] },
  { label: 'Change prices…', href: paths.prices, needs: ['prices.change'] },
  { label: 'Change limits…', href: paths.limits, needs: ['limits.change'] },
  { label: 'Draft a report…', href: paths.draftFiling(), needs: ['reports.file'] },
  { label: 'Prepare or sign a day…', href: paths.dailyCloses, needs: ['books.close'] },
  { label: 'Invite a member…', href: paths.staff, needs: ['staff.manage'] },
  { label: 'Add a passkey…', href: paths.passkeys },
]

const isFor = (typed: readonly string[], label: string): boolean => {
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return typed.every((part) => words.some((word) => word.startsWith(part)))
}

/** The pages and actions of a member whose words begin like the typed ones. */
export function placesFor(text: string, may: (permission: Permission) => boolean) {
  const typed = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
  const open = ({ needs, label }: Place) => (needs === undefined || needs.some(may)) && isFor(typed, label)
  return {
    actions: ACTIONS.filter(open),
    pages: [...menuFor(may).flatMap((entry) => entry.pages), ...OWN_PAGES].filter(open),
  }
}
