import * as v from 'valibot'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

/** One kind of request that an adapter makes, and the allowed results for any answer to it. */
export interface Target {
  readonly name: string
  /** The documented answer, from which the hostile ones are derived. */
  readonly good: { readonly status: number; readonly body: unknown }
  /** Selects by path the adapter's requests that get the hostile answer; the others get `others`. Default: all requests. */
  readonly attacked?: (path: string) => boolean
  readonly others?: (path: string) => unknown
  call(ask: ProviderFetch): Promise<unknown>
  /** Every result that the port documents. */
  readonly closed: v.GenericSchema
  /** The errors that the port documents. Default: none. */
  readonly mayThrow?: (error: unknown) => boolean
  /** Returns true if a result claims that the provider reported something. */
  claims(result: unknown): boolean
  /** Returns true if the body supports the result's claim. Does not use the adapters' own schemas. */
  says(result: unknown, body: Json, status: number): boolean
}

/** Any JSON, read without knowing its shape. */
export class Json {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }

  static parse(text: string): Json {
    try {
      return new Json(JSON.parse(text.replace(/^\ufeff/, '')))
    } catch {
      return new Json(undefined)
    }
  }

  at(...path: (string | number)[]): unknown {
    let held = this.value
    for (const key of path) {
      if (typeof held !== 'object' || held === null || !Object.hasOwn(held, key)) return undefined
      held = (held as Record<string | number, unknown>)[key]
    }
    return held
  }

  /** Returns true for an integer number of minor units. */
  count(...path: (string | number)[]): boolean {
    const held = this.at(...path)
    return Number.isSafeInteger(held) && Number(held) >= 0
  }
}

/** A text that can be stored, logged and shown: short and printable. */
export const word = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,500}$/))
export const uuid = v.pipe(v.string(), v.uuid())
/** A carrier’s message, which staff read: short and printable, without phone or account numbers. */
export const words = v.optional(v.pipe(v.string(), v.regex(/^(?!.*\d{6})[\x20-\x7e…]{1,300}$/)))
export const positiveMoney = v.strictObject({
  amount: v.pipe(v.bigint(), v.minValue(0n)),
  currency: v.picklist(['USD', 'LRD', 'GHS', 'SLE']),
})
