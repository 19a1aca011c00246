import * as v from 'valibot'

/** One kind of request of an adapter, and the allowed results of any answer to it. */
export interface Target {
  readonly name: string
  /** The documented answer, from which the hostile ones are made. */
  readonly good: { readonly status: number; readonly body: unknown }
  /** Which of the adapter's requests the hostile answer goes to, by path; the others get `others`. Default: every one. */
  readonly attacked?: (path: string) => boolean
  readonly others?: (path: string) => unknown
  call(ask: typeof fetch): Promise<unknown>
  /** Every result that the port documents. */
  readonly closed: v.GenericSchema
  /** The errors that the port documents. Default: none. */
  readonly mayThrow?: (error: unknown) => boolean
  /** Whether a result claims that the provider said something. */
  claims(result: unknown): boolean
  /** Whether the body says what the result claims. Does not use the adapters' own schemas. */
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

  /** True for a whole number of minor units. */
  count(...path: (string | number)[]): boolean {
    const held = this.at(...path)
    return Number.isSafeInteger(held) && Number(held) >= 0
  }
}

/** A text that can be stored, logged and shown: short and printable. */
export const word = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,500}$/))
export const uuid = v.pipe(v.string(), v.uuid())
