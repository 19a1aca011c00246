import { useSyncExternalStore } from 'react'
import { isOnline } from '@sesa/ui/api/retry.ts'

/** Returns whether the device reports a connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline)
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
