import { renderToStaticMarkup } from 'react-dom/server'
import { Header } from '../features/chrome/header.tsx'
import { OfflinePage } from '../features/chrome/offline-page.tsx'
import { FullScreenSpinner } from '../ui/spinner.tsx'

export { APP_PATHS } from '../lib/paths.ts'

/** What the app's document shows before its script runs. Build time only. */
export function renderShell(): string {
  return renderToStaticMarkup(
    <div className="flex min-h-dvh flex-col">
      <Header session="unknown" current="" />
      <main id="main" className="min-h-[70vh] grow">
        <FullScreenSpinner label="Checking who is signed in" />
      </main>
    </div>,
  )
}

/** What the service worker shows in place of a document that cannot be fetched. Build time only. */
export function renderOffline(): string {
  return renderToStaticMarkup(
    <div className="flex min-h-dvh flex-col">
      <Header session="unknown" current="" />
      <main id="main" className="grow">
        <OfflinePage />
      </main>
    </div>,
  )
}
