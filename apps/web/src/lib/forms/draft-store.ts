import { calls, type Draft } from '@sesa/contract'
import type { Failure } from '@sesa/ui/api/http.ts'
import { tryCall } from '../api/api.ts'

/** The draft as stored on the server; `updatedAt` identifies its version. */
export interface SavedDraft {
  readonly draft: Draft
  readonly updatedAt: string
}

type Kept = { updatedAt: string; error?: never } | { error: Failure; updatedAt?: never }

/**
 * Saves the one unfinished transfer, or before it the unfinished profile, on the server while the customer types.
 * Each save names the version that it overwrites, so that it never silently discards the draft of another window
 * or device.
 */
export interface DraftStore {
  /** Saves the draft once typing pauses. Ignores a change of only the calculated amount. */
  later(draft: Draft): void
  /** Saves the draft now, unless it equals the known version. Returns its version, or the failure. */
  keep(draft: Draft): Promise<Kept>
  /** Like `keep`, but asks the server even about a known version: it may have been paid or changed. */
  check(draft: Draft): Promise<Kept>
  /** Saves a pending draft at once; resolves when no save is in progress. */
  flush(): Promise<unknown>
  /** Cancels a pending save; resolves when no save is in progress. What was typed is saved with the next change. */
  pause(): Promise<unknown>
  /** Ends a conflict: from now on, saves overwrite this version. */
  settle(theirs: SavedDraft | null): void
  /** Closes the draft: the transfer is paid, or the profile is saved. */
  close(paymentId?: string): void
}

const PAUSE_MS = 800

/**
 * The typed draft that is not on the server yet, with its owner. Only in memory: it survives a lost session and the
 * next sign-in, and no other customer sees it.
 */
let unsaved: { owner: string; draft: Draft } | null = null

/**
 * Returns the unsaved draft that this customer typed before losing the session, if any. A profile saved in another
 * window leaves its draft here, which is not a transfer.
 */
export function unsavedDraft(owner: string, of: 'transfer' | 'profile' = 'transfer'): Draft | null {
  return unsaved?.owner === owner && kindOf(unsaved.draft) === of ? unsaved.draft : null
}

/** The last payment made in this window. */
let paid: { owner: string; paymentId: string } | null = null

/** Returns the last transfer that this customer paid in this window, for when they return to the form. */
export function lastPaymentOf(owner: string): string | null {
  return paid?.owner === owner ? paid.paymentId : null
}

/**
 * Creates the store of a draft.
 * @param shown is the form's initial draft: it is saved only once the customer types something else.
 * @param onConflict receives the server's draft, or null if there is none, if it is not the version to overwrite.
 * Nothing is saved until `settle`.
 */
export function createDraftStore(
  owner: string,
  atFirst: SavedDraft | null,
  shown: Draft,
  onConflict: (theirs: SavedDraft | null) => void,
): DraftStore {
  let kept = atFirst
  let known = shown
  let pause: ReturnType<typeof setTimeout> | undefined
  let work: Promise<unknown> = Promise.resolve()
  let silent = false
  const kind = kindOf(shown)
  /** Drafts whose saves got no answer, since the last answer arrived. */
  let lost: Draft[] = []

  const save = async (draft: Draft): Promise<Kept> => {
    const query = { basedOn: kept?.updatedAt ?? 'none' }
    // A queued save may outlast the customer's session.
    const { data, error } = await tryCall(calls.putDraft, { body: draft, query, caller: owner })
    if (error) {
      if (error.code !== 'draft_changed') lost.push(draft)
      else if (takeOwn(keptIn(error))) return save(draft)
      return { error }
    }
    kept = { draft, updatedAt: data.updatedAt }
    known = draft
    lost = []
    if (unsaved && isSame(unsaved.draft, draft)) unsaved = null
    return { updatedAt: data.updatedAt }
  }
  // The server's draft may be from one of our own saves whose answer was lost.
  const takeOwn = (theirs: SavedDraft | null): boolean => {
    const own = theirs !== null && lost.some((draft) => isSame(draft, theirs.draft))
    if (own) kept = theirs
    else silent = true
    lost = []
    if (!own) onConflict(theirs)
    return own
  }
  // Runs saves one after another, so that an older text never overwrites a newer one.
  const inTurn = (job: () => Promise<Kept>): Promise<Kept> => {
    clearTimeout(pause)
    const result = work.then(job)
    work = result
    return result
  }
  const flush = () => {
    clearTimeout(pause)
    const draft = unsavedDraft(owner, kind)
    if (draft === null || silent) return work
    return inTurn(() => save(draft))
  }

  return {
    later(draft) {
      if (unsavedDraft(owner, kind) === null && isSame(typedOf(known), typedOf(draft))) return
      unsaved = { owner, draft }
      clearTimeout(pause)
      if (!silent) pause = setTimeout(() => void flush(), PAUSE_MS)
    },
    keep: (draft) =>
      inTurn(async () => {
        if (kept && isSame(kept.draft, draft)) return { updatedAt: kept.updatedAt }
        return save(draft)
      }),
    check: (draft) => inTurn(() => save(draft)),
    flush,
    pause() {
      clearTimeout(pause)
      return work
    },
    settle(theirs) {
      kept = theirs
      silent = false
      if (theirs && unsaved && isSame(theirs.draft, unsaved.draft)) unsaved = null
    },
    close(paymentId) {
      clearTimeout(pause)
      silent = true
      unsaved = null
      if (paymentId !== undefined) paid = { owner, paymentId }
    },
  }
}

/** Returns the server's draft from a `draft_changed` error. */
function keptIn({ details }: Failure): SavedDraft | null {
  const theirs = details as { draft: Draft | null; updatedAt: string | null } | undefined
  return theirs?.draft && theirs.updatedAt !== null
    ? { draft: theirs.draft, updatedAt: theirs.updatedAt }
    : null
}

function kindOf(draft: Draft): 'transfer' | 'profile' {
  return draft.profile ? 'profile' : 'transfer'
}

/** Returns the typed values, without the calculated amount. */
function typedOf(draft: Draft): Draft {
  const { sendAmount, receiveAmount, ...rest } = draft
  return rest.fix === 'receive'
    ? { ...rest, ...(receiveAmount !== undefined && { receiveAmount }) }
    : { ...rest, ...(sendAmount !== undefined && { sendAmount }) }
}

/** Compares two drafts, ignoring the order of fields, which the server may change. */
function isSame(a: Draft, b: Draft): boolean {
  return canonical(a) === canonical(b)
}

function canonical({ profile, ...draft }: Draft): string {
  const sorted = [draft, profile ?? {}].map((part) =>
    Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  return JSON.stringify(sorted)
}
