import { renderToStaticMarkup } from 'react-dom/server'
import { Footer } from '../features/chrome/footer.tsx'
import { Header } from '../features/chrome/header.tsx'
import { FlagSprite } from '../ui/flag-sprite.tsx'
import { Island } from './island.tsx'
import { pageAt } from './pages.tsx'
import type { EntryName, LoginState, RenderedPage } from './rendered-page.ts'
import { SignOutIsland } from './sign-out-island.tsx'

export { PUBLIC_PATHS } from './pages.tsx'

/** A public page for one login state; null is the "not found" page. Build time only. */
export function renderPage(path: string | null, session: LoginState): RenderedPage {
  const { content, entries: own, ...head } = pageAt(path)
  const entries: EntryName[] = ['page', ...own, ...(session === 'in' ? (['signed-in'] as const) : [])]
  const main = renderToStaticMarkup(content(session))
  const signOut = (
    <Island name="sign-out">
      <SignOutIsland />
    </Island>
  )
  const body = renderToStaticMarkup(
    <div className="flex min-h-dvh flex-col">
      {main.includes('#flag-') && <FlagSprite />}
      <Header session={session} current={path ?? ''} signOut={signOut} />
      <p className="bg-accent-soft px-4 py-3 text-center js:hidden">
        JavaScript is off or blocked, perhaps by a data saver. You can read every page and write to us; the
        converter, signing in and sending money need it.
      </p>
      <main id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: main }} />
      <Footer />
    </div>,
  )
  return { ...head, entries, body }
}
