/** Public pages exist once for visitors and once for people who are signed in. */
export type LoginState = 'in' | 'out'

/** The parts of a page that script hydrates; each name has an entry in the build. */
export type EntryName = 'signed-in' | 'converter' | 'contact' | 'interest'

/** What a public page tells search engines and link previews. */
export interface PageHead {
  /** Its address; null for what has none, which is the "not found" page. */
  readonly path: string | null
  readonly title: string
  readonly description: string
  /** Structured data (schema.org), for JSON-LD. */
  readonly facts: readonly object[]
}

/** A page for one login state, as the build puts it into a document. */
export interface RenderedPage extends PageHead {
  readonly body: string
  readonly entries: readonly EntryName[]
}
