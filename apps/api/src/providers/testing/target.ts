import * as v from 'valibot'

/** One way in which an adapter asks a provider, and what may come of any answer to it. */
export interface Target {
  readonly name: string
  /** The documented answer; hostile ones begin from it. */
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
  /** Whether the body does say what the result claims. Read apart from the adapters' own schemas. */
  says(result: unknown, body: Json, status: number): boolean
}

/** Any JSON, looked at without knowing its shape. */
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

  /** A whole number of minor units. */
  count(...path: (string | number)[]): boolean {
    const held = this.at(...path)
    return Number.isSafeInteger(held) && Number(held) >= 0
  }
}

/** A word that can be kept, logged and shown: short, and of printable characters. */
export const word = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,500}$/))
export const uuid = v.pipe(v.string(), v.uuid())
