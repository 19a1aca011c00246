import { useEffect, useState } from 'react'
import { isOutdated } from './version.ts'

/** A page that stays open asks again so often. */
const PAUSE_MS = 3_600_000

/** True once the server has a newer build: asked each hour, and when the person or the connection comes back. */
export function useNewVersion(): boolean {
  const [isNew, setNew] = useState(false)

  useEffect(() => {
    if (isNew) return
    const ask = () => {
      if (document.visibilityState === 'visible') void isOutdated().then(setNew)
    }
    const timer = setInterval(ask, PAUSE_MS)
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('online', ask)
    }
  }, [isNew])

  return isNew
}
