/** What we ask the list about a person. */
export interface ListQuery {
  readonly name: string
  /** YYYY-MM-DD; null where we do not know it, which makes false matches likelier. */
  readonly birthDate: string | null
}

/** What people compare beside names and birth dates. */
export interface EntityDetails {
  /** Every name but the caption: other spellings, aliases, earlier names. */
  readonly otherNames: readonly string[]
  /** Two-letter codes, in upper case. */
  readonly countries: readonly string[]
  readonly programmes: readonly string[]
  /** The lists that name the entity, as the engine calls them. */
  readonly sources: readonly string[]
}

/** An entity of the list that is like the person asked about. */
export interface ListResult {
  readonly id: string
  readonly caption: string
  /** `sanction`, `role.pep` and so on. */
  readonly topics: readonly string[]
  readonly birthDates: readonly string[]
  /** From 0 to 1. */
  readonly score: number
  /** Whether the score reaches the threshold. */
  readonly isMatch: boolean
  /** Why the engine scored it so, by feature; for staff. */
  readonly explanations: Readonly<Record<string, string>>
  /** Null below the threshold, where nobody compares. Screenings of earlier releases have none. */
  readonly details?: EntityDetails | null
  /** The digest of the entity's data, which a decision rests on. */
  readonly fingerprint: string
}

/** `unavailable`: no answer; `refused`: an answer other than success; `malformed`: an answer that makes no sense. */
export type ListAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'unavailable' | 'refused' | 'malformed' }

/** The list as its catalog describes it. */
export interface ListVersion {
  readonly version: string
  readonly etag: string | null
  readonly updatedAt: Date | null
  /** The index is older than the data. */
  readonly isStale: boolean
}

/** An engine that screens names against lists. Never throws. */
export interface ScreeningList {
  readonly dataset: string
  readonly algorithm: string
  /** From 0 to 1, with at most three decimals. */
  readonly threshold: number
  /** Asks about at most 100 people; the results are in their order. `excluded`: entities to leave out for all of them. */
  match(
    queries: readonly ListQuery[],
    excluded: readonly string[],
  ): Promise<ListAnswer<readonly (readonly ListResult[])[]>>
  /** Reads the catalog; null when it has not changed since `etag`. */
  readVersion(etag: string | null): Promise<ListAnswer<ListVersion | null>>
  /** Returns the fingerprint of an entity; null when the list has it no more. */
  readFingerprint(id: string): Promise<ListAnswer<string | null>>
}

/** At most this many queries in one request. */
export const MOST_QUERIES = 100
/** At most this many excluded entities in one request. */
export const MOST_EXCLUDED = 50
