import * as v from 'valibot'
import { dateTime } from '../schema.ts'
import { amountOf, permission } from './call.ts'

const text = v.nullable(v.string())

/** Why a transfer is on hold; null when it is not. */
export const holdDetail = v.nullable(
  v.object({
    reason: v.string(),
    owner: v.string(),
    means: text,
    runbook: text,
    since: dateTime,
    /** Two people decided that it stays. */ decided: v.boolean(),
  }),
)

/** A decision of the fraud rules. */
export const fraud = v.nullable(
  v.object({
    outcome: v.picklist(['allow', 'authenticate', 'delay', 'refuse']),
    /** The rule that decided; null when none applied. */
    rule: text,
    /** Every rule that applied. */
    applied: v.array(v.string()),
    version: v.number(),
    at: dateTime,
  }),
)

/** An action of staff, with the permission and the number of people that it takes. */
export const action = v.object({
  action: v.picklist(['hold', 'release', 'refund', 'repaid', 'answer', 'cancel']),
  permission,
  permitted: v.boolean(),
  twoPeople: v.boolean(),
  /** What it leads to in the transfer’s state. */
  leadsTo: v.string(),
  /** Why it is not possible now; null when it is. */
  refusal: text,
})

const storyEntry = v.object({
  at: dateTime,
  text: v.string(),
  /** Who did it, and the second person; null for the engine, the customer and providers. */
  by: v.nullable(v.string()),
  second: v.nullable(v.string()),
  /** What providers said and what was booked, under the step to which it belongs. */
  details: v.array(v.object({ kind: v.picklist(['provider', 'ledger']), at: dateTime, text: v.string() })),
})

/** A transfer in words. */
export const story = v.object({
  /** The customer's own words and the amounts, without the recipient's name. */
  headline: v.string(),
  /** Why it did not go as planned; null if it did. */
  cause: v.nullable(v.string()),
  /** What happens next by itself; null when nothing does. `at`: null when it has no time. */
  next: v.nullable(v.object({ text: v.string(), at: v.nullable(dateTime) })),
  /** What happened, oldest first. */
  entries: v.array(storyEntry),
  /** Money that is due now. */
  dues: v.array(
    v.object({
      of: v.picklist(['to_customer', 'from_provider', 'to_provider']),
      amount: amountOf,
      text: v.string(),
    }),
  ),
})
