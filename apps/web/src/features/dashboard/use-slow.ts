import { useEffect, useState } from 'react'

const SLOW_MS = 6000

/** True once `waiting` has lasted so long that it wants a word. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)

  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])

  return waiting && slow
}
