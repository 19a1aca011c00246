import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { officeCalls, type WorkKind } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../lib/api.ts'
import { BASE } from '../lib/paths.ts'
import { pathOfWork, queueAt } from '../lib/work.ts'
import { workName } from './work-words.tsx'

/**
 * Returns a function that takes the first item of a queue that nobody owns, and opens it. A page passes `done`, what the
 * member has just decided, and stays open if nothing is left. Returns true if an item was opened.
 */
export function useNextWork() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const toast = useToast()
  return async (kind: WorkKind | undefined, done?: string): Promise<boolean> => {
    const { data, error } = await tryCall(officeCalls.next, { body: { kind } })
    const work = data?.work ?? null
    if (done !== undefined) toast(work === null ? done : `${done}. Next: ${workName(work)}`)
    else if (work === null) toast(error?.message ?? 'Nothing unowned is left for you')
    if (work !== null) await navigate(pathOfWork(work).slice(BASE.length))
    await client.invalidateQueries({ queryKey: ['work'] })
    return work !== null
  }
}

/** Opens the next item: of the open page's queue, or of any queue from the other pages. The key `n` does the same. */
export function NextWork() {
  const { pathname, search } = useLocation()
  const openNext = useNextWork()
  const [busy, setBusy] = useState(false)
  const open = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await openNext(queueAt(pathname, search)).finally(() => setBusy(false))
  }
  return (
    <Button
      variant="secondary"
      aria-keyshortcuts="n"
      busy={busy}
      busyLabel="Opening"
      onClick={() => void open()}
    >
      Next <kbd className="font-sans font-normal">n</kbd>
    </Button>
  )
}
