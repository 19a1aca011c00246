/** A query to the list about a person. */
export interface ListQuery {
  readonly name: string
  /** YYYY-MM-DD; null if unknown, which makes false matches likelier. */
  readonly birthDate: string | null
}

/** Facts that staff compare in addition to names and birth dates. */
export interface EntityDetails {
  /** Every name except the caption: other spellings, aliases, earlier names. */
  readonly otherNames: readonly string[]
  /** Two-letter codes in upper case. */
  readonly countries: readonly string[]
  readonly programmes: readonly string[]
  /** The lists that name the entity, by the engine's names. */
  readonly sources: readonly string[]
}

/** An entity of the list that resembles the queried person. */
export interface ListResult {
  readonly id: string
  readonly caption: string
  /** `sanction`, `role.pep` and so on. */
  readonly topics: readonly string[]
  readonly birthDates: readonly string[]
  /** From 0 to 1. */
  readonly score: number
  /** True if the score reaches the threshold. */
  readonly isMatch: boolean
  /** The engine's explanation of the score, by feature; for staff. */
  readonly explanations: Readonly<Record<string, string>>
  /** Null below the threshold, since staff do not compare those. Missing in screenings of earlier releases. */
  readonly details?: EntityDetails | null
  /** Digest of the entity's data, to which a decision is bound. */
  readonly fingerprint: string
}

/** `unavailable`: no answer; `refused`: an answer other than success; `malformed`: an unreadable answer. */
export type ListAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'unavailable' | 'refused' | 'malformed' }

/** The list as described in its catalog. */
export interface ListVersion {
  readonly version: string
  readonly etag: string | null
  readonly updatedAt: Date | null
  /** True if the index is older than the data. */
  readonly isStale: boolean
}

/** An engine that screens names against lists. Never throws. */
export interface ScreeningList {
  readonly dataset: string
  readonly algorithm: string
  /** From 0 to 1, with at most three decimals. */
  readonly threshold: number
  /** Queries at most 100 people; results are in the same order. `excluded`: entities to leave out for all of them. */
  match(
    queries: readonly ListQuery[],
    excluded: readonly string[],
  ): Promise<ListAnswer<readonly (readonly ListResult[])[]>>
  /** Reads the catalog; null when it has not changed since `etag`. */
  readVersion(etag: string | null): Promise<ListAnswer<ListVersion | null>>
  /** Returns the fingerprint of an entity; null when the list no longer has it. */
  readFingerprint(id: string): Promise<ListAnswer<string | null>>
}

/** Maximum queries per request. */
export const MOST_QUERIES = 100
/** Maximum excluded entities per request. */
export const MOST_EXCLUDED = 50
