export interface FormMemory<Values> {
  keep(uid: string, values: Values): void
  kept(uid: string): Values | null
  forget(): void
  /** Waits until no save of typed values is in progress, so that none arrives after the form itself. */
  pause?(): Promise<unknown>
}

/**
 * Keeps values that were entered but not saved, to restore them after a lost sign-in. Only in memory, since the browser
 * stores nothing personal, and only for the account that entered them.
 */
export function formMemory<Values>(): FormMemory<Values> {
  let kept: { uid: string; values: Values } | null = null
  return {
    keep: (uid, values) => {
      kept = { uid, values }
    },
    kept: (uid) => (kept?.uid === uid ? kept.values : null),
    forget: () => {
      kept = null
    },
  }
}
