import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { ListenProps } from './spoken.ts'
import { hasVoice, onVoices } from './voices.ts'

/** Without its code there is no button. */
const Reader = lazy(() => import('./reader.tsx').catch(() => ({ default: () => null })))

/**
 * Offers to read a text aloud, for customers who read little. Only with a voice of the device itself, so that nothing is sent
 * anywhere; without one there is no button.
 */
export function Listen(props: ListenProps) {
  const canSpeak = useSyncExternalStore(onVoices, hasVoice, () => false)
  if (!canSpeak) return null
  return (
    <Suspense fallback={null}>
      <Reader {...props} />
    </Suspense>
  )
}
