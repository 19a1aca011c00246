import { useState, useEffect } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { saveAndReload, isOutdated } from '../../lib/loading/version.ts'
import { useOnline } from '../../lib/use-online.ts'

/** Offers a new version at the edge of the screen, but never while the customer is paying. */
export function VersionBar({ paying }: { paying: boolean }) {
  const online = useOnline()
  const isNew = useNewVersion()
  const [later, setLater] = useState(false)
  const [reloading, setReloading] = useState(false)

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-12 z-40 flex justify-center px-4 print:hidden"
    >
      {isNew && online && !paying && !later && (
        <div
          // A press must not move the focus out of a field: the bar of main pages would return and move this one away.
          onMouseDown={(event) => event.preventDefault()}
          className="rise on-deep pointer-events-auto flex flex-wrap items-center justify-center gap-3 rounded-lg px-5 py-3 border-2 border-accent shadow-card"
        >
          <p className="font-semibold">{i18n.t('A new version is ready.')}</p>
          <Button
            variant="accent"
            busy={reloading}
            busyLabel={i18n.t('Reloading')}
            onClick={() => {
              setReloading(true)
              // If the customer stays to save changes, the button must work again.
              void saveAndReload().finally(() => setReloading(false))
            }}
          >
            {i18n.t('Reload')}
          </Button>
          <button type="button" className="min-h-12 px-2 underline" onClick={() => setLater(true)}>
            {i18n.t('Later')}
          </button>
        </div>
      )}
    </div>
  )
}

/** How often an open page checks for a new version. */
const PAUSE_MS = 3_600_000

/** Returns true once the server has a newer build. Checks hourly and when the customer or the connection returns. */
function useNewVersion(): boolean {
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
