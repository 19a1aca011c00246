interface Language {
  readonly code: string
  /** In the language itself. */
  readonly name: string
  /** For plurals and numbers: browsers know no Krio. */
  readonly locales: readonly string[]
  /** No native speaker has read it yet, so only a sandbox offers it. */
  readonly draft: boolean
}

export const LANGUAGES = [
  { code: 'en', name: 'English', locales: ['en'], draft: false },
  { code: 'kri', name: 'Krio', locales: ['kri', 'en-SL'], draft: true },
  { code: 'en-LR', name: 'Liberian English', locales: ['en-LR'], draft: true },
] as const satisfies readonly Language[]

export type LanguageCode = (typeof LANGUAGES)[number]['code']
