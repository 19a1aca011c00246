import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { placePath, readPlace, readTrail, type Step } from './page-cursor.ts'

/** Returns the position in the address, the trail to it, and a function to go to another one. */
export function usePlace() {
  const location = useLocation()
  const navigate = useNavigate()
  const place = readPlace(location.search)

  const go = ({ place: next, trail }: Step, options?: { replace: boolean }) =>
    void navigate(placePath(next), { ...options, state: { trail } })

  return { place, trail: readTrail(location.state, place), go }
}

/** Pause in typing before the search starts. */
const PAUSE_MS = 300

/**
 * Holds the search text. After a pause in typing, `onSearch` puts it into the address; when the address
 * changes otherwise (back, forward, a link), the text follows.
 */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const { key } = useLocation()
  const arrivedBy = useNavigationType()
  const [text, setText] = useState(search)
  const [seen, setSeen] = useState(key)

  // A search replaces the history entry, which by itself must not change the text being typed.
  if (key !== seen) {
    setSeen(key)
    if (arrivedBy !== 'REPLACE') setText(search)
  }

  const ask = useEffectEvent(() => {
    if (text.trim() !== search) onSearch(text.trim())
  })
  useEffect(() => {
    const timer = setTimeout(ask, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return { text, setText }
}
