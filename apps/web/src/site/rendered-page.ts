/** Each public page exists twice: for visitors and for signed-in customers. */
export type LoginState = 'in' | 'out'

/** The parts of a page that a script hydrates; each name is an entry of the build. */
export type EntryName =
  | 'signed-in'
  | 'converter'
  | 'calculator'
  | 'contact'
  | 'interest'
  | 'track'
  | 'help-search'

/** A public page's data for search engines and link previews. */
export interface PageHead {
  /** Its address; null for the "not found" page, which has none. */
  readonly path: string | null
  readonly title: string
  readonly description: string
  /** Structured data (schema.org), for JSON-LD. */
  readonly facts: readonly object[]
  /** Structured data that the server keeps only while the values of a region are known. */
  readonly factsWhen?: { readonly region: string; readonly facts: readonly object[] }
  /** Keeps it out of search engines. */
  readonly hidden: boolean
  /** For a page with a secret address; by default no address is sent. A page that posts a form has to name its origin. */
  readonly referrer?: 'same-origin'
}

/** A page for one login state, as the build puts it into a document. */
export interface RenderedPage extends PageHead {
  readonly body: string
  readonly entries: readonly EntryName[]
}
