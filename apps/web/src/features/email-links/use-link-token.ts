import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Returns the secret of the link that opened the page, from the fragment, which no server sees. Removes it from the
 * address at once, so that it stays neither in the browser's history nor on a shared screen. Null if there is none, for
 * example after a reload.
 */
export function useLinkToken(): string | null {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>(null)
  const found = hash.length > 1 ? hash.slice(1) : null

  if (found !== null && found !== token) setToken(found)
  useEffect(() => {
    if (found !== null) void navigate({ search, hash: '' }, { replace: true })
  }, [found, search, navigate])

  return token
}
