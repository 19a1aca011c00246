import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { BASE } from '../lib/paths.ts'

/**
 * Turns clicks on plain links to the office's pages into navigation without a reload. A link to the open page reads its
 * data again.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate()
  const queries = useQueryClient()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.target !== '' || link.hasAttribute('download')) return
      const url = new URL(link.href, location.href)
      const inOffice = url.pathname === BASE || url.pathname.startsWith(`${BASE}/`)
      if (url.origin !== location.origin || !inOffice) return
      event.preventDefault()
      if (url.hash !== '' && url.pathname === location.pathname)
        return document.getElementById(url.hash.slice(1))?.focus()
      if (url.href === location.href) void queries.invalidateQueries()
      void navigate((url.pathname.slice(BASE.length) || '/') + url.search + url.hash)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate, queries])
}

/** When the page changes, scrolls to its top and drops the focus, so that its heading takes it. */
export function useRouteChange(): void {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useLayoutEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }, [pathname])
}
