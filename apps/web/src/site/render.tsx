import { renderToStaticMarkup } from 'react-dom/server'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { FlagSprite } from '@sesa/ui/art/flag-sprite.tsx'
import { ConnectionBar } from '../features/chrome/connection-bar.tsx'
import { Footer } from '../features/chrome/footer.tsx'
import { Header } from '../features/chrome/header.tsx'
import { pageAt } from './pages.tsx'
import type { EntryName, LoginState, RenderedPage } from './rendered-page.ts'

export { PUBLIC_PATHS } from './pages.tsx'
export { renderLivePages } from './live-pages.tsx'

/** Renders a public page for one login state; null is the "not found" page. Build time only. */
export function renderPage(path: string | null, session: LoginState): RenderedPage {
  const { content, entries: own, ...head } = pageAt(path)
  const entries: readonly EntryName[] = session === 'in' ? [...own, 'signed-in'] : own
  const main = renderToStaticMarkup(content(session))
  const body = renderToStaticMarkup(
    <div className="flex min-h-dvh flex-col">
      {main.includes('#flag-') && <FlagSprite />}
      <ConnectionBar />
      <Header session={session} current={path ?? ''} signOut={<SignOut />} />
      <p className="bg-accent-soft px-4 py-3 text-center js:hidden">
        {i18n.t(
          'Turn on JavaScript to use the converter, sign in and send money. A data saver may be blocking it. You can still read every page and contact us.',
        )}
      </p>
      <main id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: main }} />
      <Footer session={session} />
    </div>,
  )
  return { ...head, entries, body }
}

/** Renders the drawer's Sign out; `signed-in-entry.ts` does the work. */
function SignOut() {
  return (
    <div className="hidden flex-col gap-3 js:flex">
      <Button variant="secondary" full data-sign-out="">
        {i18n.t('Sign out')}
      </Button>
      <p role="alert" data-sign-out-trouble="" className="font-semibold text-danger empty:hidden" />
    </div>
  )
}
