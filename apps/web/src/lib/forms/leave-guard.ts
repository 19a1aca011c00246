import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { guardHistory } from '../history-guard.ts'
import { isAppPath } from '../paths.ts'

/** Continues the navigation that the guard stopped. */
type Onward = () => void

/**
 * Prevents the customer from leaving a page while `isDirty`: by a link, by Back and Forward, by closing the tab. The
 * browser itself asks before the tab closes; otherwise a dialog asks, and choosing `leave` continues.
 */
export function useLeaveGuard(isDirty: boolean) {
  const navigate = useNavigate()
  const [onward, setOnward] = useState<Onward | null>(null)

  useEffect(() => {
    if (!isDirty) return
    let returning = false
    let leaving = false
    const here = indexOf(history.state)
    const ask = (go: Onward) => {
      setOnward(() => () => {
        leaving = true
        go()
      })
    }

    const onClick = (event: MouseEvent) => {
      const url = leaving ? null : followedBy(event)
      if (url === null) return
      // In the capturing phase, so neither the router's links nor the browser follow the link.
      event.preventDefault()
      event.stopPropagation()
      const isInApp = url.origin === location.origin && isAppPath(url.pathname)
      ask(() => {
        if (isInApp) void navigate(url.pathname + url.search + url.hash)
        else location.assign(url)
      })
    }
    const onPopState = (event: PopStateEvent) => {
      const steps = indexOf(event.state) - here
      if (leaving || Number.isNaN(steps)) return
      // The guard returns to this entry, so the router must not see the move.
      event.stopImmediatePropagation()
      if (!returning && steps !== 0) {
        returning = true
        history.go(-steps)
        ask(() => history.go(steps))
      } else returning = false
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!leaving) event.preventDefault()
    }

    document.addEventListener('click', onClick, { capture: true })
    const endGuard = guardHistory(onPopState)
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      document.removeEventListener('click', onClick, { capture: true })
      endGuard()
      window.removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [isDirty, navigate])

  return {
    isAsking: onward !== null,
    stay: () => setOnward(null),
    leave: () => {
      setOnward(null)
      onward?.()
    },
  }
}

/** Returns the number that the router assigns to each entry of the browser's history. */
function indexOf(state: unknown): number {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return Number.NaN
  return typeof state.idx === 'number' ? state.idx : Number.NaN
}

/** Returns the address that a click opens in this tab, or null if it stays on this page. */
function followedBy(event: MouseEvent): URL | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target !== '' || link.hasAttribute('download')) return null
  const url = new URL(link.href, location.href)
  const isHere =
    url.origin + url.pathname + url.search === location.origin + location.pathname + location.search
  return isHere ? null : url
}
