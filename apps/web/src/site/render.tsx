import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Footer } from '../features/chrome/footer.tsx'
import { Header } from '../features/chrome/header.tsx'
import { paths } from '../lib/paths.ts'
import { FlagSprite } from '../ui/flag-sprite.tsx'
import { HomePage } from './home-page.tsx'
import { Island } from './island.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** A public page's body for one login state, and what its head says. Build time only. */
export interface RenderedPage {
  title: string
  description: string
  body: string
}

type LoginState = 'in' | 'out'

interface PublicPage {
  title: string
  description: string
  content: (session: LoginState) => ReactNode
}

const PAGES: Readonly<Record<string, PublicPage>> = {
  [paths.home]: {
    title: 'Sesa · Send money to Liberia, Ghana and Sierra Leone',
    description:
      'Send money home by card. It arrives as mobile money in Liberia, Ghana and Sierra Leone. See the rate and what arrives before you pay.',
    content: (session) => <HomePage session={session} />,
  },
}

const NOT_FOUND: PublicPage = {
  title: 'Page not found · Sesa',
  description: 'There is no page at this address.',
  content: () => <NotFoundPage />,
}

export const PUBLIC_PATHS: readonly string[] = Object.keys(PAGES)

export function renderPage(path: string, session: LoginState): RenderedPage {
  return render(PAGES[path] ?? NOT_FOUND, path, session)
}

export function renderNotFound(): RenderedPage {
  return render(NOT_FOUND, '', 'out')
}

function render(
  { title, description, content }: PublicPage,
  path: string,
  session: LoginState,
): RenderedPage {
  const body = renderToStaticMarkup(
    <div className="flex min-h-dvh flex-col">
      <FlagSprite />
      <Header session={session} current={path} signOut={<Island name="sign-out" />} />
      <main id="main" tabIndex={-1}>
        {content(session)}
      </main>
      <Footer contact={<Island name="support" />} />
    </div>,
  )
  return { title, description, body }
}
