import { useSyncExternalStore } from 'react'
import { isOnline } from '../api/retry.ts'

/** Whether the device has a connection, as it says itself. */
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
