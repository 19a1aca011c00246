import { MOST_COUNTED, type WorkKind, type WorkQueue, type WorkView } from '@sesa/contract/office'
import type { WorkItem, WorkOwner } from '../../../lib/work.ts'

/** An item with its owner. */
export type Owned = WorkItem & { readonly owner: WorkOwner | null }

/** Home lists at most this many items. */
const MOST_NOW = 8
const PAGE = 50
/** After every deadline. */
const NEVER = 8_640_000_000_000_000

const later = <T extends number | bigint | string>(one: T, other: T): number =>
  one < other ? -1 : one > other ? 1 : 0

/** The sort key of an item; earlier fields decide first. */
const keyOf = ({ dueAt, usd, since, kind, id }: WorkItem) =>
  [dueAt?.getTime() ?? NEVER, -usd, since.getTime(), kind, id] as const

/** The inbox's order: the first due item, then most money, then the oldest. Items never tie. */
export function compareWork(one: WorkItem, other: WorkItem): number {
  const [a, b] = [keyOf(one), keyOf(other)]
  return later(a[0], b[0]) || later(a[1], b[1]) || later(a[2], b[2]) || later(a[3], b[3]) || later(a[4], b[4])
}

export const isOverdue = ({ dueAt }: WorkItem, now: Date): boolean => dueAt !== null && dueAt < now

/** Whether the member may take an item: they can decide it, and nobody works on it. */
const isFree = ({ owner, waitsFor }: Owned): boolean => owner === null && waitsFor === null

const isMine = ({ owner }: Owned, memberId: string): boolean => owner?.id === memberId

/** The items that a member can take, in order; `next` tries one after the other. */
export const freeWork = (items: readonly Owned[]): Owned[] => items.filter(isFree).toSorted(compareWork)

/** The items that need a member first: what they can decide, unless a colleague works on it. */
export const nowOf = (items: readonly Owned[], memberId: string): Owned[] =>
  items
    .filter((item) => item.waitsFor === null && (item.owner === null || isMine(item, memberId)))
    .toSorted(compareWork)
    .slice(0, MOST_NOW)

/** Returns the first item that a member can decide and that is not due yet. */
export const nextDueOf = (items: readonly Owned[], now: Date): Owned | null =>
  items.filter((item) => item.dueAt !== null && !isOverdue(item, now)).toSorted(compareWork)[0] ?? null

/** Counts a queue: what waits for the member, and apart from it what waits for others. */
export function countQueue(
  kind: WorkKind,
  items: readonly Owned[],
  { memberId, now }: { readonly memberId: string; readonly now: Date },
): WorkQueue {
  const open = items.filter((item) => item.kind === kind)
  const ours = open.filter(({ waitsFor }) => waitsFor === null)
  const oldest = ours.reduce<Date | null>(
    (first, { since }) => (first === null || since < first ? since : first),
    null,
  )
  return {
    kind,
    count: Math.min(ours.length, MOST_COUNTED + 1),
    overdue: ours.filter((item) => isOverdue(item, now)).length,
    unowned: ours.filter(isFree).length,
    mine: ours.filter((item) => isMine(item, memberId)).length,
    others: open.length - ours.length,
    oldest: oldest?.toISOString() ?? null,
  }
}

/** Returns whether a view shows an item. Without a view, the inbox shows items that wait for no one else. */
export function inView(
  item: Owned,
  view: WorkView | undefined,
  { memberId, now }: { readonly memberId: string; readonly now: Date },
): boolean {
  if (view === 'others') return item.waitsFor !== null
  if (item.waitsFor !== null) return false
  if (view === 'mine') return isMine(item, memberId)
  if (view === 'unowned') return item.owner === null
  return view === undefined || isOverdue(item, now)
}

const cursorOf = (item: WorkItem): string => keyOf(item).join('~')

/** Returns the page of an inbox after a cursor, and the cursor of the page after it; null on the last one. */
export function pageAfter(
  items: readonly Owned[],
  cursor: string | undefined,
): { readonly page: readonly Owned[]; readonly next: string | null } {
  const ordered = items.toSorted(compareWork)
  const [due = '', usd = '', since = '', kind = '', ...id] = cursor?.split('~') ?? []
  const last =
    cursor === undefined
      ? null
      : {
          dueAt: new Date(Number(due)),
          usd: /^-?\d{1,18}$/.test(usd) ? -BigInt(usd) : 0n,
          since: new Date(Number(since)),
          kind: kind as WorkKind,
          id: id.join('~'),
        }
  const rest = last === null ? ordered : ordered.filter((item) => compareWork({ ...item, ...last }, item) < 0)
  const page = rest.slice(0, PAGE)
  const end = page.at(-1)
  return { page, next: end !== undefined && rest.length > PAGE ? cursorOf(end) : null }
}
