import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Quote } from '@sesa/contract'
import type { NameCheck } from './spoken.ts'
import { hasVoice, onVoices } from './voices.ts'

/** What to read. The button's name is "Listen to the total". Null while there is nothing to read. */
export type ListenProps =
  | { to: 'the name check'; check: NameCheck | null }
  | { to: 'the total'; quote: Quote | null; recipient: string }
  | { to: 'the status'; text: string }

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
