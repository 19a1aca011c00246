import { useSyncExternalStore } from 'react'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'

/** An action that waits for a step-up; called with whether it succeeded. */
type Waiting = (proven: boolean) => void

let waiting: Waiting | null = null
const listeners = new Set<() => void>()

function setWaiting(next: Waiting | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Asks the customer to step up; resolves to whether they did. */
export function requestStepUp(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting?.(false)
    setWaiting((proven) => {
      setWaiting(null)
      resolve(proven)
    })
  })
}

/**
 * Runs an action that may require a step-up within the last ten minutes. If it does, asks the customer to step up and
 * runs the action again; if the customer closes the dialog, returns a failure that says that nothing was changed.
 */
export async function withStepUp<T extends { error?: Failure }>(
  work: () => Promise<T>,
): Promise<T | { error: Failure; data?: never }> {
  const first = await work()
  if (first.error?.code !== 'step_up_required') return first
  if (await requestStepUp()) return work()
  return {
    error: {
      code: 'step_up_required',
      message: i18n.t('Nothing was changed, because we couldn’t confirm it’s you.'),
    },
  }
}

/** Cancels a pending step-up: its action does not run. */
export function cancelStepUp(): void {
  waiting?.(false)
}

/** Returns the function that answers the pending step-up, for the dialog; null while none is pending. */
export function usePendingStepUp(): Waiting | null {
  return useSyncExternalStore(subscribe, () => waiting)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
