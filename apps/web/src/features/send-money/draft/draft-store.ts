import { calls, type Draft } from '@sesa/contract'
import { api } from '../../../lib/api/api.ts'
import type { Failure } from '../../../lib/api/http.ts'

/** The draft as the server has it; `updatedAt` names this version of it. */
export interface SavedDraft {
  readonly draft: Draft
  readonly updatedAt: string
}

type Kept = { updatedAt: string; error?: never } | { error: Failure; updatedAt?: never }

/**
 * Keeps the one unfinished transfer on the server while it is typed. Each write says which version it is written over,
 * so that another window's or another device's is never lost in silence.
 */
export interface DraftStore {
  /** Keeps it once typing pauses. An amount that only followed from the rate is no reason to. */
  later(draft: Draft): void
  /** Keeps this draft now, unless it is the version that is known; gives back its version, or why it could not. */
  keep(draft: Draft): Promise<Kept>
  /** As `keep`, and asks the server even about a version that is known: it may be paid or changed by now. */
  check(draft: Draft): Promise<Kept>
  /** Keeps at once what was only to be kept later; resolves when nothing is on its way any more. */
  flush(): Promise<unknown>
  /** It is settled what stays: from now on this version is written over. */
  settle(theirs: SavedDraft | null): void
  /** The transfer is paid: there is nothing unfinished any more. */
  close(paymentId: string): void
}

const PAUSE_MS = 800

/**
 * The typed draft that is not on the server yet, and whose it is. In memory only: it outlives a lost session and the
 * sign-in that follows, and is shown to nobody else.
 */
let unsaved: { owner: string; draft: Draft } | null = null

/** The draft this person typed before the session was lost, if it was not saved. */
export function unsavedDraft(owner: string): Draft | null {
  return unsaved?.owner === owner ? unsaved.draft : null
}

/** The last payment made in this window. */
let paid: { owner: string; paymentId: string } | null = null

/** The last transfer this person paid in this window, for when they come back to the form. */
export function paidHere(owner: string): string | null {
  return paid?.owner === owner ? paid.paymentId : null
}

/**
 * @param shown is what the form begins with: it is kept once something else is typed.
 * @param onConflict hears what is kept by now, null for nothing, when it is not what was written over. Until `settle`
 * nothing is kept.
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
  /** What was sent without an answer since the last one came. */
  let lost: Draft[] = []

  const save = async (draft: Draft): Promise<Kept> => {
    const query = { basedOn: kept?.updatedAt ?? 'none' }
    // A queued save may outlast the person's session.
    const { data, error } = await api.put(calls.putDraft, { body: draft, query, caller: owner })
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
  // What is kept may be a write of our own whose answer was lost on its way.
  const takeOwn = (theirs: SavedDraft | null): boolean => {
    const own = theirs !== null && lost.some((draft) => isSame(draft, theirs.draft))
    if (own) kept = theirs
    else silent = true
    lost = []
    if (!own) onConflict(theirs)
    return own
  }
  // One after the other, so that an older text never overwrites a newer one.
  const inTurn = (job: () => Promise<Kept>): Promise<Kept> => {
    clearTimeout(pause)
    const result = work.then(job)
    work = result
    return result
  }
  const flush = () => {
    clearTimeout(pause)
    if (unsaved?.owner !== owner || silent) return work
    const { draft } = unsaved
    return inTurn(() => save(draft))
  }

  return {
    later(draft) {
      if (unsaved?.owner !== owner && isSame(typedOf(known), typedOf(draft))) return
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
    settle(theirs) {
      kept = theirs
      silent = false
      if (theirs && unsaved && isSame(theirs.draft, unsaved.draft)) unsaved = null
    },
    close(paymentId) {
      clearTimeout(pause)
      silent = true
      unsaved = null
      paid = { owner, paymentId }
    },
  }
}

/** What `draft_changed` says is kept by now. */
function keptIn({ details }: Failure): SavedDraft | null {
  const theirs = details as { draft: Draft | null; updatedAt: string | null } | undefined
  return theirs?.draft && theirs.updatedAt !== null
    ? { draft: theirs.draft, updatedAt: theirs.updatedAt }
    : null
}

/** What a person typed: without the amount that follows from the other one. */
function typedOf(draft: Draft): Draft {
  const { sendAmount, receiveAmount, ...rest } = draft
  return rest.fix === 'receive'
    ? { ...rest, ...(receiveAmount !== undefined && { receiveAmount }) }
    : { ...rest, ...(sendAmount !== undefined && { sendAmount }) }
}

/** The server gives the fields back in an order of its own. */
function isSame(a: Draft, b: Draft): boolean {
  return canonical(a) === canonical(b)
}

function canonical(draft: Draft): string {
  return JSON.stringify(Object.entries(draft).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
