import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { DESTINATIONS } from '../rules/countries.ts'
import { country, dateTime, network } from '../schema.ts'
import { approval } from './approvals.ts'
import { amountOf, askErrors, bigId, officeCall, reason, reference, readCall } from './call.ts'

const rail = v.pipe(v.string(), v.regex(/^[a-z][a-z-]{1,39}$/))
const target = { country: v.picklist(DESTINATIONS), network }
/** Message to customers while something is closed. */
const words = visibleText(10, 300)
const asked = v.object({ approval })

const route = v.object({
  ...target,
  /** 1 is the first choice. */
  position: v.number(),
  rail,
  /**
   * `off`: staff closed it. `down`: the rail doesn’t answer, or its carrier takes nothing. `empty`: the wallet holds too
   * little. `planned`: a planned closing runs. `not_set_up`: this deployment has no settings for it.
   */
  state: v.picklist(['open', 'off', 'planned', 'down', 'empty', 'not_set_up']),
  /** Why it is closed, as customers read it; null while it is open. */
  words: v.nullable(v.string()),
  /** The bounds of one pay-out; null until the rail has reported them. */
  minimum: v.nullable(amountOf),
  maximum: v.nullable(amountOf),
})
export type RailRoute = v.InferOutput<typeof route>

const rails = v.object({
  /** By network, first choice first. */
  routes: v.array(route),
  rails: v.array(
    v.object({
      rail,
      isSetUp: v.boolean(),
      /** When the rail last answered what it takes; null for never. */
      answeredAt: v.nullable(dateTime),
    }),
  ),
})
export type RailsOverview = v.InferOutput<typeof rails>

const corridor = v.object({
  sender: country,
  recipient: v.picklist(DESTINATIONS),
  /** Why it is closed, as customers read it; null while it is open. */
  closed: v.nullable(v.string()),
  /** The last change by staff; null while there was none. */
  changed: v.nullable(v.object({ at: dateTime, by: v.string(), reason: v.string() })),
  /** What may arrive, at least and at most; null when unknown. */
  minimum: v.nullable(amountOf),
  maximum: v.nullable(amountOf),
})
export type CorridorState = v.InferOutput<typeof corridor>

const closing = v.object({
  id: bigId,
  /** Null for a corridor. */
  rail: v.nullable(rail),
  /** The network; null for all of the rail, and for a corridor. */
  to: v.nullable(v.object(target)),
  corridor: v.nullable(v.object({ sender: country, recipient: v.picklist(DESTINATIONS) })),
  from: dateTime,
  until: dateTime,
  isRunning: v.boolean(),
  words: v.string(),
  plannedBy: v.string(),
  reason: v.string(),
})
export type PlannedClosing = v.InferOutput<typeof closing>
/** Those that run or lie ahead, the next one first. */
const closings = v.object({ closings: v.array(closing) })

/** A pay-out by hand, which waits until staff say that it was made or failed. */
const manualPayout = v.object({
  /** Of the transfer. */
  reference,
  country: v.string(),
  network: v.string(),
  phone: v.string(),
  amount: amountOf,
  askedAt: dateTime,
})

export const railCalls = {
  listManualPayouts: readCall({
    path: '/office/api/manual-payouts',
    summary: 'Manual pay-outs, oldest first',
    permission: 'rails.manage',
    success: { 200: v.object({ payouts: v.array(manualPayout) }) },
  }),
  endManualPayout: officeCall({
    method: 'POST',
    path: '/office/api/manual-payouts/{reference}/end',
    summary:
      'Settle a manual pay-out: paid, with the carrier’s payment number as the reason, or failed and refunded',
    permission: 'rails.manage',
    params: v.strictObject({ reference }),
    body: v.strictObject({ outcome: v.picklist(['paid', 'failed']), reason }),
    proof: 'call',
    success: { 204: null },
    errors: ['action_refused'],
  }),
  listPlannedClosings: readCall({
    path: '/office/api/planned-closings',
    summary: 'Planned closings of rails and corridors',
    permission: 'corridors.read',
    success: { 200: closings },
  }),
  cancelPlannedClosing: officeCall({
    method: 'POST',
    path: '/office/api/planned-closings/{id}/cancel',
    summary: 'Cancel a planned closing before it starts',
    permission: 'rails.manage',
    params: v.strictObject({ id: bigId }),
    body: v.strictObject({ reason }),
    success: { 200: closings },
    errors: ['action_refused'],
  }),
  planRailClosing: officeCall({
    method: 'POST',
    path: '/office/api/rails/{rail}/closings',
    summary: 'Plan a rail closing, for one network or all',
    permission: 'rails.manage',
    params: v.strictObject({ rail }),
    body: v.strictObject({
      to: v.nullable(v.strictObject(target)),
      from: dateTime,
      until: dateTime,
      words,
      reason,
    }),
    success: { 204: null },
    errors: ['action_refused'],
  }),
  listCorridorStates: readCall({
    path: '/office/api/corridors',
    summary: 'Every corridor: state, since when and why, and the amounts that may arrive',
    permission: 'corridors.read',
    success: {
      200: v.object({
        /** In the sandbox customers may use every corridor, whatever its state. */
        allOpen: v.boolean(),
        corridors: v.array(corridor),
      }),
    },
  }),
  listRails: readCall({
    path: '/office/api/rails',
    summary: 'Each network’s rails in routing order, with state and bounds',
    permission: 'corridors.read',
    success: { 200: rails },
  }),
  closeRail: officeCall({
    method: 'POST',
    path: '/office/api/rails/{rail}/close',
    summary: 'Close a rail to new transfers, for one network or all; transfers already assigned to it wait',
    permission: 'rails.manage',
    params: v.strictObject({ rail }),
    body: v.strictObject({ to: v.nullable(v.strictObject(target)), words, reason }),
    success: { 200: rails },
    errors: ['action_refused'],
  }),
  requestOpenRail: officeCall({
    method: 'POST',
    path: '/office/api/rails/{rail}/open',
    summary: 'Request the reopening of a rail, for one network or all',
    permission: 'rails.manage',
    asks: 'open_rail',
    params: v.strictObject({ rail }),
    body: v.strictObject({ to: v.nullable(v.strictObject(target)), reason }),
    success: { 201: asked },
    errors: askErrors,
  }),
  requestRoute: officeCall({
    method: 'POST',
    path: '/office/api/networks/route',
    summary: 'Request a network’s routing order, first choice first',
    permission: 'rails.manage',
    asks: 'route_network',
    body: v.strictObject({
      to: v.strictObject(target),
      rails: v.pipe(v.array(rail), v.minLength(1), v.maxLength(20)),
      reason,
    }),
    success: { 201: asked },
    errors: askErrors,
  }),
}
