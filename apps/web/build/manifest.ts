/** The file of a page, within `pages/`, for each login state. */
export interface Variants {
  readonly signedOut: string
  readonly signedIn: string
}

/** What the build leaves beside the files, for the server that serves them: `dist/manifest.json`. */
export interface WebManifest {
  /** Public pages by path. */
  readonly pages: Readonly<Record<string, Variants>>
  /** Paths that the app answers, all with `appFile`. */
  readonly app: readonly string[]
  readonly appFile: string
  readonly notFound: Variants
  /** What each document inlines, as CSP sources without quotes: `sha256-…`. */
  readonly csp: Readonly<Record<string, { readonly styleHashes: string[]; readonly scriptHashes: string[] }>>
  /** The large scripts of the app and those of the path's own chunks, largest first, for `Link: <…>; rel=modulepreload` beside the document. */
  readonly preload: Readonly<Record<string, readonly string[]>>
}
