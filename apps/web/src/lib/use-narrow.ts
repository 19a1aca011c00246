import { useSyncExternalStore } from 'react'

/** The width from which a page has room for a menu beside it (`menu-frame`). */
const wide = matchMedia('(width >= 48rem)')

/** Returns whether the window is a phone's. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => !wide.matches)
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
