import * as v from 'valibot'
import type { Call } from '../call.ts'
import type { ErrorCode } from '../errors.ts'
import { CURRENCY_CODES } from '@sesa/money'
import { visibleText } from '../rules/visible-text.ts'
import { dateTime } from '../schema.ts'
import { PERMISSION_NAMES, ROLES, type Permission } from './permissions.ts'

/**
 * One call of the office. `permission`: `none` needs no session, `staff` any session, otherwise the session's roles
 * must have it. Every call but GET needs the header `sesa-office: 1`.
 *
 * `proof`: the call takes a fresh answer of the member's passkey, bound to its parameters and body, in the header
 * `sesa-proof`; `approval` also binds it to the payload of the request that it decides. Without one, the answer is 403
 * `step_up_required`, and its `details.options` ask the passkey.
 */
export interface OfficeCall extends Omit<Call, 'auth' | 'idempotent'> {
  readonly permission: 'none' | 'staff' | Permission
  readonly proof?: 'call' | 'approval'
  /** The order of two people that it asks for, as the database and the audit log name it. Its permission is the call's. */
  readonly asks?: string
  /** The most bytes of its body, where a file needs more than other calls do. */
  readonly bodyLimit?: number
}

type Definition = Omit<OfficeCall, 'errors'> & Partial<Pick<OfficeCall, 'errors'>>
/** A call with its own errors; without any, none. */
type Defined<C> = C extends { errors: readonly ErrorCode[] } ? C : C & { readonly errors: readonly [] }

/** Keeps a call's literal types, so that path, schemas and statuses flow to server and client. */
export const officeCall = <const C extends Definition>(definition: C) =>
  ({ errors: [], ...definition }) as unknown as Defined<C>

/** A call that reads. */
export const readCall = <const C extends Omit<Definition, 'method'>>(definition: C) =>
  officeCall<C & { readonly method: 'GET' }>({ method: 'GET', ...definition })

/** The header that every call but GET carries: a page of another site cannot set it. */
export const OFFICE_HEADER = 'sesa-office'
/** The header that carries a passkey's answer: its JSON in base64url. */
export const PROOF_HEADER = 'sesa-proof'

export const role = v.picklist(ROLES)
export const permission = v.picklist(PERMISSION_NAMES)
/** Kept for ever, with the member's name. */
export const reason = visibleText(3, 500)
/** The text that a refusal asks the member to type when a value is beyond a bound. */
export const confirmed = v.optional(v.pipe(v.string(), v.maxLength(200)))
/** Warnings about values, and the text that both people type where one is beyond a bound; null when a click is enough. */
export const caution = v.object({ warnings: v.array(v.string()), confirm: v.nullable(v.string()) })
export const reference = v.pipe(v.string(), v.regex(/^S-[0-9A-Z]{6,20}$/))
export const bigId = v.pipe(v.string(), v.regex(/^\d{1,18}$/))
export const webAuthn = v.record(v.string(), v.unknown())

/** Minor units as text; below zero for a debt or a cost. */
export const minor = v.pipe(v.string(), v.regex(/^-?\d{1,18}$/))

/** Why a member may not be one of the two people now. */
export const twoPeopleErrors = [
  'same_person',
  'asker_not_permitted',
  'joined_recently',
  'joined_by_invitation',
  'second_administrator_missing',
] as const
/** Why a request for a second person is refused. */
export const askErrors = ['approval_pending', 'action_refused', ...twoPeopleErrors] as const

/** An amount in minor units; below zero for a debt. */
export const amountOf = v.object({
  amount: v.pipe(v.number(), v.integer()),
  currency: v.picklist(CURRENCY_CODES),
})

export const page = {
  cursor: v.optional(bigId),
  limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/))),
}

/** The member behind a session. */
export const me = v.object({
  id: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  email: v.string(),
  roles: v.array(role),
  permissions: v.array(permission),
  signedInAt: dateTime,
  /** The session ends here at the latest, 8 hours after signing in. */
  endsAt: dateTime,
  /** Without a call it ends here, 15 minutes after the last one. */
  idleEndsAt: dateTime,
  /** The sandbox: one person can play both people of a decision. */
  sandbox: v.boolean(),
})
