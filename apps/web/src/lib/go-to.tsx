import { useCallback, useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
import { FullScreenSpinner } from './loading/long-wait.tsx'
import { isAppPath } from './paths.ts'

/** Returns a function that opens one of our paths: by the router within the app, or else as a document. */
export function useGoTo(): (to: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (to, { replace = false } = {}) => {
      if (isAppPath(pathOf(to))) void navigate(to, { replace })
      else if (replace) location.replace(to)
      else location.assign(to)
    },
    [navigate],
  )
}

/** Opens one of our paths as soon as it renders, in place of this page. */
export function GoTo({ to }: { to: string }) {
  return isAppPath(pathOf(to)) ? <Navigate replace to={to} /> : <OpenDocument path={to} />
}

function OpenDocument({ path }: { path: string }) {
  useEffect(() => location.replace(path), [path])
  return <FullScreenSpinner label={i18n.t('Opening the page')} />
}

function pathOf(to: string): string {
  return to.split('?')[0] ?? ''
}
