import * as v from 'valibot'
import { dateTime, uuid } from '../schema.ts'
import { amountOf, officeCall, readCall } from './call.ts'

/** The queues of the inbox, in the order of its tabs. */
export const WORK_KINDS = [
  ...(['enquiries', 'holds', 'cases', 'identity', 'approvals'] as const),
  ...(['reports', 'privacy', 'breaks', 'closes'] as const),
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** `others`: what the member cannot decide now, because it waits for somebody else. */
export const WORK_VIEWS = ['mine', 'unowned', 'overdue', 'others'] as const
export type WorkView = (typeof WORK_VIEWS)[number]

/** More open items are not counted: a count above it reads "1,000+". */
export const MOST_COUNTED = 1_000

const kind = v.picklist(WORK_KINDS)

const work = v.object({
  kind,
  /** Opens its page: a number, a reference, an id or a day. */
  id: v.string(),
  /** Such as "Complaint" or "Refund by hand". */
  title: v.string(),
  /** What it is about: a reference, a masked name, a reason. */
  about: v.string(),
  amount: v.nullable(amountOf),
  since: dateTime,
  dueAt: v.nullable(dateTime),
  /** Taking the item names the owner that the member saw: when that has changed, somebody else was quicker. */
  owner: v.nullable(v.object({ id: uuid, name: v.string() })),
  /** The person, team or event it waits for, in words; null if the member can decide it. */
  waitsFor: v.nullable(v.string()),
})
export type Work = v.InferOutput<typeof work>

/** A queue in figures: what the member can decide, and what they own. */
const queue = v.object({
  kind,
  count: v.number(),
  overdue: v.number(),
  unowned: v.number(),
  mine: v.number(),
  /** How many of them wait for others. */
  others: v.number(),
  oldest: v.nullable(dateTime),
})
export type WorkQueue = v.InferOutput<typeof queue>

/** What a tile counts; the app has its words and its link. */
const TILES = [
  ...(['sent', 'failed', 'refunded', 'first_answer'] as const),
  ...(['opened', 'decided', 'overdue', 'false_matches'] as const),
  ...(['charged', 'paid_out', 'profit', 'owed'] as const),
  ...(['success', 'to_wallet', 'rails_down', 'steps_due', 'oldest'] as const),
] as const

const tile = v.object({
  tile: v.picklist(TILES),
  unit: v.picklist(['count', 'usd', 'percent', 'minutes']),
  /** Today so far; US dollars in minor units. Null without any. */
  now: v.nullable(v.number()),
  /** The same hours a week ago; null for what has no past. */
  before: v.nullable(v.number()),
})
export type HomeTile = v.InferOutput<typeof tile>

/** What a new company does before its first customer. */
const SET_UP_STEPS = ['administrators', 'pairs', 'prices', 'floats', 'list'] as const
const setUpStep = v.object({ step: v.picklist(SET_UP_STEPS), isDone: v.boolean() })
export type SetUpStep = v.InferOutput<typeof setUpStep>

const queues = v.array(queue)
/** The first of the member's items that is not due yet, for an inbox that is empty. */
const nextDue = v.nullable(work)
const cursor = v.pipe(v.string(), v.regex(/^[\w.~:+-]{1,200}$/))

export const inboxCalls = {
  home: readCall({
    path: '/office/api/home',
    summary: 'What needs the member now, their queues, and today so far against the same hours a week ago',
    permission: 'staff',
    success: {
      200: v.object({
        now: v.array(work),
        queues,
        nextDue,
        tiles: v.array(tile),
        /** For the administrator of a new company, until all of it is done. */
        setUp: v.nullable(v.array(setUpStep)),
        asOf: dateTime,
      }),
    },
  }),
  inbox: readCall({
    path: '/office/api/inbox',
    summary: 'Open work of all queues that the member may see: earliest deadline first, then most money',
    permission: 'staff',
    query: v.strictObject({
      kind: v.optional(kind),
      view: v.optional(v.picklist(WORK_VIEWS)),
      cursor: v.optional(cursor),
    }),
    success: { 200: v.object({ work: v.array(work), queues, nextDue, next: v.nullable(cursor) }) },
  }),
  next: officeCall({
    method: 'POST',
    path: '/office/api/inbox/next',
    summary: 'Take the first item that nobody owns and the member may decide; null when there is none',
    permission: 'staff',
    body: v.strictObject({ kind: v.optional(kind) }),
    success: { 200: v.object({ work: v.nullable(work) }) },
  }),
  take: officeCall({
    method: 'POST',
    path: '/office/api/inbox/take',
    summary: 'Take an item of work, or give it back; refused when another member was quicker',
    permission: 'staff',
    body: v.strictObject({
      kind,
      id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
      /** The owner on the list that was read. */
      from: v.nullable(uuid),
      /** `nobody` gives it back. */
      to: v.picklist(['me', 'nobody']),
    }),
    success: { 200: v.object({ work }) },
    errors: ['action_refused'],
  }),
}
