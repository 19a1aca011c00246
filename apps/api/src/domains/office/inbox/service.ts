import { isPermitted, MOST_COUNTED, type WorkKind, type WorkView } from '@sesa/contract/office'
import type { Db } from '../../../db/index.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import type { Handover, Queue, Worker } from '../../../lib/work.ts'
import { countQueue, freeWork, inView, nextDueOf, nowOf, pageAfter, type Owned } from './order.ts'
import { keepOwner, withOwners } from './owners.ts'

/** One more than is counted, so that the count can say so. */
const LIMIT = MOST_COUNTED + 1

interface Wanted {
  readonly kind?: WorkKind | undefined
  readonly view?: WorkView | undefined
  readonly cursor?: string | undefined
}

/** Creates the inbox over the queues of all domains: home, list, next and counts read the same items. */
export function createInbox(db: Db, queues: readonly Queue[]) {
  const queuesOf = (worker: Worker, kind?: WorkKind): readonly Queue[] =>
    queues.filter(
      (queue) => isPermitted(worker.roles, queue.permission) && (kind === undefined || queue.kind === kind),
    )

  /** Reads the open items that a member may see. */
  async function readItems(worker: Worker, kind?: WorkKind): Promise<Owned[]> {
    const items = await Promise.all(queuesOf(worker, kind).map((queue) => queue.read(worker, LIMIT)))
    return withOwners(db, items.flat())
  }

  /** Adds what only shown items need. */
  async function describe(items: readonly Owned[], worker: Worker): Promise<Owned[]> {
    const described = await Promise.all(
      queuesOf(worker).map(async (queue) => {
        const own = items.filter(({ kind }) => kind === queue.kind)
        return own.length > 0 && queue.describe ? queue.describe(own, worker) : own
      }),
    )
    const byItem = new Map(described.flat().map((item) => [`${item.kind} ${item.id}`, item]))
    return items.map((item) => ({ ...item, ...byItem.get(`${item.kind} ${item.id}`), owner: item.owner }))
  }

  async function assign(item: Owned, { from, to }: Handover, worker: Worker): Promise<void> {
    const [queue] = queuesOf(worker, item.kind)
    await (queue?.assign?.(item.id, { from, to }, worker) ?? keepOwner(db, item, { from, to }))
  }

  const find = async (worker: Worker, { kind, id }: { kind: WorkKind; id: string }) =>
    (await readItems(worker, kind)).find((item) => item.id === id)

  const countsOf = (items: readonly Owned[], worker: Worker, now: Date) =>
    queuesOf(worker).map(({ kind }) => countQueue(kind, items, { memberId: worker.id, now }))

  return {
    /** Returns what a member needs first, with the counts of their queues. */
    async home(worker: Worker, now: Date) {
      const items = await readItems(worker)
      const nextDue = nextDueOf(items, now)
      return {
        now: await describe(nowOf(items, worker.id), worker),
        queues: countsOf(items, worker, now),
        nextDue: nextDue && ((await describe([nextDue], worker))[0] ?? null),
        items,
      }
    },

    /** Returns a page of the inbox, with the counts of all queues. */
    async list(worker: Worker, now: Date, { kind, view, cursor }: Wanted) {
      const items = await readItems(worker)
      const shown = items.filter(
        (item) =>
          (kind === undefined || item.kind === kind) && inView(item, view, { memberId: worker.id, now }),
      )
      const { page, next } = pageAfter(shown, cursor)
      const nextDue = page.length === 0 ? nextDueOf(items, now) : null
      return {
        work: await describe(page, worker),
        queues: countsOf(items, worker, now),
        nextDue: nextDue && ((await describe([nextDue], worker))[0] ?? null),
        next,
      }
    },

    /** Takes the first item that nobody owns and the member may decide; skips those that a colleague takes meanwhile. */
    async next(worker: Worker, kind?: WorkKind): Promise<Owned | null> {
      for (const item of freeWork(await readItems(worker, kind))) {
        try {
          await assign(item, { from: null, to: worker.id }, worker)
          return (
            (await describe([{ ...item, owner: { id: worker.id, name: worker.name } }], worker))[0] ?? null
          )
        } catch (error) {
          if (!(error instanceof Refused)) throw error
        }
      }
      return null
    },

    /** Takes an item or gives it back. @throws Refused with the name of the colleague who was quicker. */
    async take(
      worker: Worker,
      { kind, id, ...handover }: Handover & { readonly kind: WorkKind; readonly id: string },
    ): Promise<Owned> {
      const item = await find(worker, { kind, id })
      if (item === undefined) throw actionRefused('This item is not open any more.')
      try {
        await assign(item, handover, worker)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const owner = (await find(worker, { kind, id }))?.owner ?? null
        if (owner === null || owner.id === worker.id || owner.id === handover.from) throw error
        throw actionRefused(`${owner.name} was quicker.`)
      }
      const taken = await find(worker, { kind, id })
      if (taken === undefined) throw actionRefused('This item is not open any more.')
      return (await describe([taken], worker))[0] ?? taken
    },
  }
}

export type Inbox = ReturnType<typeof createInbox>
