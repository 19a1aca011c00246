import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { leaveEarlyForm } from '../lib/early-form.ts'
import { isAppPath } from '../lib/paths.ts'
import { scrollToTop } from '../lib/scroll-to-top.ts'

/**
 * Turns clicks on plain links to the app's own pages into navigation without a reload, so that components can
 * use ordinary anchors, which also work on public pages. Public pages are separate documents and load as
 * such.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate()

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.target !== '' || link.hasAttribute('download')) return
      const url = new URL(link.href, location.href)
      if (url.origin !== location.origin || !isAppPath(url.pathname)) return
      event.preventDefault()
      if (url.hash !== '' && url.pathname === location.pathname) return goTo(url.hash.slice(1))
      void navigate(url.pathname + url.search + url.hash)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate])
}

/**
 * Scrolls smoothly to the top (spec, section 2) when the route changes and drops the focus, so that the new page's
 * heading can receive it (`ui/layout/page.tsx`). A layout effect, because it must run before a field of the new page
 * receives the focus in an effect.
 */
export function useRouteChange(): void {
  const { pathname } = useLocation()
  const previous = useRef(pathname)

  useLayoutEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    leaveEarlyForm()
    scrollToTop()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }, [pathname])
}

/** Moves to an element of the current page, such as its content: only the focus moves. */
function goTo(id: string): void {
  const place = document.getElementById(id)
  place?.focus({ preventScroll: true })
  place?.scrollIntoView()
}
