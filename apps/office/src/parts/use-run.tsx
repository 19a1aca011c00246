import { useState } from 'react'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Refusal } from './refusal.tsx'

/**
 * Runs one action at a time, and shows why the last one failed.
 * @param title The title of the refusal.
 */
export function useRun(title?: string) {
  const [running, setRunning] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = async (act: () => Promise<Failure | null>, name = ''): Promise<void> => {
    if (running !== null) return
    setRunning(name)
    setFailure(await act().finally(() => setRunning(null)))
  }
  return {
    busy: running !== null,
    /** The name of the action that runs. */
    running,
    run,
    refusal: failure && <Refusal failure={failure} {...(title !== undefined && { title })} />,
  }
}
