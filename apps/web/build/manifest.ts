/** The file of a page, within `pages/`, for each login state. */
export interface Variants {
  readonly signedOut: string
  readonly signedIn: string
}

/** Written by the build next to the files, for the server: `dist/manifest.json`. */
export interface WebManifest {
  /** Public pages by path. */
  readonly pages: Readonly<Record<string, Variants>>
  /** Pages that the server fills for each request, by the path that names them. */
  readonly live: Readonly<Record<string, string>>
  /** The app's paths, answered with `appFile` or their own. */
  readonly app: readonly string[]
  readonly appFile: string
  /** Documents of app paths that differ from `appFile` in their first requests. */
  readonly appFiles: Readonly<Record<string, string>>
  readonly notFound: Variants
  /**
   * Documents that contain a form before their script runs, by full address and visitor: `signedOut`, or the customer's
   * sending country.
   */
  readonly early: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Hashes of each document's inline code, as CSP sources without quotes: `sha256-…`. */
  readonly csp: Readonly<Record<string, { readonly styleHashes: string[]; readonly scriptHashes: string[] }>>
  /**
   * For `Link: <…>; rel=modulepreload` with the document: the large scripts of the app, then those of the path's own
   * chunks, each largest first.
   */
  readonly preload: Readonly<Record<string, readonly string[]>>
}
