import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { officeCalls, type WorkKind } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../lib/api.ts'
import { BASE } from '../lib/paths.ts'
import { pathOfWork } from '../lib/work.ts'

interface NextWorkProps {
  /** The queue; without one, the next item may be of any kind. */
  kind?: WorkKind | undefined
  variant?: 'primary' | 'secondary'
}

/** Takes the first item that nobody owns, and opens it: after a decision, and in the inbox. The key `n` does the same. */
export function NextWork({ kind, variant = 'primary' }: NextWorkProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const next = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const { data, error } = await tryCall(officeCalls.next, { body: { kind } })
    setBusy(false)
    if (error) toast(error.message)
    else if (data.work === null) toast('Nothing unowned is left for you')
    else await navigate(pathOfWork(data.work).slice(BASE.length))
    await client.invalidateQueries({ queryKey: ['work'] })
  }
  return (
    <Button
      variant={variant}
      aria-keyshortcuts="n"
      busy={busy}
      busyLabel="Opening"
      onClick={() => void next()}
    >
      Next <kbd className="font-sans font-normal">n</kbd>
    </Button>
  )
}
