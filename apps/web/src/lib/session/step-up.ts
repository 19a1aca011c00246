import { useSyncExternalStore } from 'react'
import type { Failure } from '../api/http.ts'

/** An action that waits for a step-up; called with whether it succeeded. */
type Waiting = (proven: boolean) => void

let waiting: Waiting | null = null
const listeners = new Set<() => void>()

function setWaiting(next: Waiting | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting?.(false)
    setWaiting((proven) => {
      setWaiting(null)
      resolve(proven)
    })
  })
}

/**
 * Does what may want a proof of who is there that is no older than ten minutes. If it does, the person is asked for one
 * and it is done again; who closes the question gets a failure that says that nothing was changed.
 */
export async function withProof<T extends { error?: Failure }>(
  work: () => Promise<T>,
): Promise<T | { error: Failure; data?: never }> {
  const first = await work()
  if (first.error?.code !== 'step_up_required') return first
  if (await askForProof()) return work()
  return {
    error: { code: 'step_up_required', message: 'You did not confirm that it is you: nothing was changed.' },
  }
}

/** Leaves the question open no longer: nothing is done. */
export function dropQuestion(): void {
  waiting?.(false)
}

/** For the dialog that asks: how to answer, or null while nothing is asked. */
export function useAskedForProof(): Waiting | null {
  return useSyncExternalStore(subscribe, () => waiting)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
