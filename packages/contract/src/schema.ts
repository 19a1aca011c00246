import * as v from 'valibot'
import { CURRENCY_CODES } from '@sesa/money'
import { ERROR_CODES } from './errors.ts'
import { COUNTRIES } from './rules/countries.ts'
import { NETWORK_VALUES } from './rules/networks.ts'

/** Shared schema pieces. All of them convert to JSON Schema, so they have no transforms and no custom checks. */

export const currency = v.picklist(CURRENCY_CODES)
export const country = v.picklist(COUNTRIES.map((entry) => entry.code))
export const network = v.picklist(NETWORK_VALUES)

/** An amount in minor units, an integer. */
export const minorAmount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99_999_999_999_999))

/** An exact decimal as text, for example a rate: "172.08771659". */
export const decimalText = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/))

/** ISO 8601 UTC. */
export const dateTime = v.pipe(v.string(), v.isoTimestamp())

/** A day without a time zone: "2026-01-31". The server checks that the day exists. */
export const calendarDate = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))

/** The IANA name of a time zone: "Africa/Monrovia". */
export const zone = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

export const shortText = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/** Six digits by SMS. Once strangers have used up a number's short codes: ten digits, by SMS or email. */
export const phoneCode = v.pipe(v.string(), v.regex(/^(\d{6}|\d{10})$/))

/** A phone number as typed or in E.164; the server parses it. */
export const phoneText = v.pipe(v.string(), v.minLength(3), v.maxLength(32))

/** A payment intent's id. It is the transfer's public id, `payment_id`. */
export const paymentId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{3,128}$/))

export const uuid = v.pipe(v.string(), v.uuid())

/** The body of every answer that is not a success. */
export const errorBody = v.object({
  error: v.object({
    code: v.picklist(ERROR_CODES),
    message: v.string(),
    field: v.optional(v.string()),
    requestId: v.string(),
    /**
     * With `rate_changed`: the current price. With `draft_changed`: the stored draft. With `proof_required`: the
     * challenge. With `rate_limited`: whether a code can be sent by email. With `payment_attempt_open`: `endsAt`, when the
     * open request ends; null while that is not known.
     */
    details: v.optional(v.record(v.string(), v.unknown())),
  }),
})

/** An error answer, as a client reads it. */
export type ErrorBody = v.InferOutput<typeof errorBody>
