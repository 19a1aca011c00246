import { createRoot } from 'react-dom/client'
import { FlagSprite } from '@sesa/ui/art/flag-sprite.tsx'
import '../document/early.ts'
import { App } from '../app/app.tsx'
import { Footer } from '../features/chrome/footer.tsx'
import { Header } from '../features/chrome/header.tsx'
import { listenBeforeRouter } from '../lib/history-guard.ts'
import { bootSession, useSession } from '../lib/session/session.ts'
import { pageAt, PUBLIC_PATHS } from '../site/pages.tsx'
import './baseline.css'

// The same pages as a plain single-page application: one script, one stylesheet, nothing rendered before both have
// loaded. The bench compares the product with it.
listenBeforeRouter()
void bootSession()

const root = document.getElementById('root')
const isPublic = PUBLIC_PATHS.includes(location.pathname)
if (root) createRoot(root).render(isPublic ? <PublicPage path={location.pathname} /> : <SignedInApp />)

function PublicPage({ path }: { path: string }) {
  const { status } = useSession()
  const page = pageAt(path)
  return (
    <div className="flex min-h-dvh flex-col">
      <FlagSprite />
      <Header session={status} current={path} />
      <main id="main" tabIndex={-1}>
        {page.content(status === 'in' ? 'in' : 'out')}
      </main>
      <Footer session="out" />
    </div>
  )
}

function SignedInApp() {
  return (
    <div className="flex min-h-dvh flex-col">
      <FlagSprite />
      <div className="flex grow flex-col">
        <App />
      </div>
      <Footer session="out" />
    </div>
  )
}
