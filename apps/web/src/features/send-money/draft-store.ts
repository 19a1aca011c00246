import { calls, type Draft } from '@sesa/contract'
import { api } from '../../lib/api.ts'
import type { Failure } from '../../lib/http.ts'

/** The draft as the server has it; `updatedAt` names this version of it. */
export interface KeptDraft {
  readonly draft: Draft
  readonly updatedAt: string
}

/** Keeps the one unfinished transfer on the server while it is typed. */
export interface DraftStore {
  /** Keeps it once typing pauses. */
  later(draft: Draft): void
  /** Keeps this draft now, unless the server has it already; gives back its version, or why it could not. */
  keep(draft: Draft): Promise<{ updatedAt: string; error?: never } | { error: Failure }>
  /** Keeps at once what was only to be kept later. */
  flush(): void
  /** The transfer is paid: there is nothing unfinished any more. */
  forget(): Promise<void>
}

const PAUSE_MS = 800

/**
 * What was typed and is not on the server yet, and whose it is. In memory only: it outlives a lost session and the
 * sign-in that follows, and is shown to nobody else.
 */
let unsaved: { owner: string; draft: Draft } | null = null

/** What this person typed before the session was lost, if it was not kept. */
export function unsavedDraft(owner: string): Draft | null {
  return unsaved?.owner === owner ? unsaved.draft : null
}

export function createDraftStore(owner: string, atFirst: KeptDraft | null): DraftStore {
  let kept = atFirst
  let pause: ReturnType<typeof setTimeout> | undefined
  let work: Promise<unknown> = Promise.resolve()
  let paid = false

  const save: (draft: Draft) => ReturnType<DraftStore['keep']> = async (draft) => {
    if (kept && isSame(kept.draft, draft)) return { updatedAt: kept.updatedAt }
    const { data, error } = await api.put(calls.putDraft, { body: draft })
    if (error) return { error }
    kept = { draft, updatedAt: data.updatedAt }
    if (unsaved && isSame(unsaved.draft, draft)) unsaved = null
    return { updatedAt: data.updatedAt }
  }
  // One after the other, so that an older text never overwrites a newer one.
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const result = work.then(job)
    work = result
    return result
  }
  const keep = (draft: Draft) => {
    clearTimeout(pause)
    return inTurn(() => save(draft))
  }
  const flush = () => {
    if (unsaved?.owner === owner && !paid) void keep(unsaved.draft)
  }

  return {
    later(draft) {
      if (paid) return
      clearTimeout(pause)
      unsaved = kept && isSame(kept.draft, draft) ? null : { owner, draft }
      pause = setTimeout(flush, PAUSE_MS)
    },
    keep,
    flush,
    async forget() {
      paid = true
      unsaved = null
      clearTimeout(pause)
      await inTurn(() => api.delete(calls.deleteDraft, {}))
    },
  }
}

/** The server gives the fields back in an order of its own. */
function isSame(a: Draft, b: Draft): boolean {
  return canonical(a) === canonical(b)
}

function canonical(draft: Draft): string {
  return JSON.stringify(Object.entries(draft).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
