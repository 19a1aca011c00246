import { renderToStaticMarkup } from 'react-dom/server'
import * as i18n from '@sesa/contract/i18n'
import { FlagSprite } from '@sesa/ui/art/flag-sprite.tsx'
import { ConnectionBar } from '../features/chrome/connection-bar.tsx'
import { SandboxBanner } from '../features/chrome/footer.tsx'
import { Header } from '../features/chrome/header.tsx'
import { OfflinePage } from '../features/chrome/offline-page.tsx'
import { SlimFooter } from '../features/chrome/slim-footer.tsx'
import { SpinnerModal } from '../lib/loading/long-wait.tsx'
import type { RenderedEarlyForm } from '../lib/rendered-early-form.ts'

export { APP_PATHS } from '../lib/paths.ts'
export { renderEarlyForms } from './early-forms.tsx'

/**
 * Renders the app's document: the content shown before its script runs, the root that the script takes over, the footer
 * and the flags. An early form replaces the spinner. Build time only.
 */
export function renderShell(early?: RenderedEarlyForm): string {
  const shell = (
    <>
      <Header session="unknown" current="" />
      <main id="main" className="min-h-dvh grow print:min-h-0">
        <SpinnerModal label={i18n.t('Loading your account')} />
        <p className="m-4 text-center js:hidden">
          {i18n.t('Turn on JavaScript to sign in and send money. A data saver may be blocking it.')}
        </p>
      </main>
    </>
  )
  return renderToStaticMarkup(
    <div className="flex min-h-dvh flex-col">
      <ConnectionBar />
      <div id="root" className="flex grow flex-col">
        {shell}
      </div>
      {early && (
        <main
          id="early"
          data-form={early.name}
          aria-label={early.title}
          className="min-h-dvh grow"
          dangerouslySetInnerHTML={{ __html: early.body }}
        />
      )}
      <SlimFooter />
      <SandboxBanner />
      <FlagSprite />
    </div>,
  )
}

/** Renders the page that the service worker shows when a document cannot be fetched. Build time only. */
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
