/** The file of a page, within `pages/`, for each login state. */
export interface Variants {
  readonly signedOut: string
  readonly signedIn: string
}

/** Written by the build beside the files, for the server that serves them: `dist/manifest.json`. */
export interface WebManifest {
  /** Public pages by path. */
  readonly pages: Readonly<Record<string, Variants>>
  /** Pages that the server fills at each request, by the path that names them. */
  readonly live: Readonly<Record<string, string>>
  /** The app's paths, answered with `appFile` or their own. */
  readonly app: readonly string[]
  readonly appFile: string
  /** The documents of app paths that differ from `appFile` in what they fetch first. */
  readonly appFiles: Readonly<Record<string, string>>
  readonly notFound: Variants
  /**
   * Documents that hold a form before their script runs, by whole address and visitor: `signedOut`, or the country
   * that the customer sends from.
   */
  readonly early: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Hashes of each document's inline code, as CSP sources without quotes: `sha256-…`. */
  readonly csp: Readonly<Record<string, { readonly styleHashes: string[]; readonly scriptHashes: string[] }>>
  /**
   * For `Link: <…>; rel=modulepreload` beside the document: the large scripts of the app, then those of the
   * path's own chunks, each largest first.
   */
  readonly preload: Readonly<Record<string, readonly string[]>>
}
