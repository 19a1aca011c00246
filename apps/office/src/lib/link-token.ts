import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Returns the secret of a link, from behind its `#`, and removes it from the address bar. */
export function useLinkToken(): string {
  const { hash } = useLocation()
  const [token] = useState(() => hash.slice(1))
  useEffect(() => {
    if (hash !== '') history.replaceState(history.state, '', location.pathname)
  }, [hash])
  return token
}
