import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const PAUSE_MS = 300

/**
 * The search as typed and, after a pause in typing, as asked for. It stands in the address, so that a reload and the
 * way back from a transfer keep it. The address is changed behind the router's back: every key pressed as a navigation
 * would draw the page anew.
 */
export function useSearch() {
  const location = useLocation()
  const [text, setText] = useState(() => new URLSearchParams(location.search).get('search') ?? '')
  const [search, setSearch] = useState(text.trim())

  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  useEffect(() => {
    const url = new URL(window.location.href)
    if ((url.searchParams.get('search') ?? '') === search) return
    if (search === '') url.searchParams.delete('search')
    else url.searchParams.set('search', search)
    window.history.replaceState(window.history.state, '', url)
  }, [search])

  return { text, setText, search }
}
