/** The result of one check. A `note` is worth knowing but does not stop a start. */
export interface Finding {
  readonly what: string
  readonly state: 'ok' | 'problem' | 'note'
  readonly words: string
}

export const ok = (what: string, words: string): Finding => ({ what, state: 'ok', words })
export const problem = (what: string, words: string): Finding => ({ what, state: 'problem', words })
export const note = (what: string, words: string): Finding => ({ what, state: 'note', words })
