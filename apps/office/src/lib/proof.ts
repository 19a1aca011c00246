import { useSyncExternalStore } from 'react'
import { proveCalls } from './api.ts'
import { askPasskey, cancelPasskey } from './passkeys.ts'

let asking = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  asking = next
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the device is asked for the passkey that confirms a call. */
export function useAsking(): boolean {
  return useSyncExternalStore(subscribe, () => asking)
}

/** Stops asking; the call is not made. */
export const stopAsking = (): void => void cancelPasskey()

proveCalls(async (options) => {
  set(true)
  const { data, error } = await askPasskey(options).finally(() => set(false))
  return error ? { error: { ...error, code: 'step_up_required' } } : { data }
})
