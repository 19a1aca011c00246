import { createRoot } from 'react-dom/client'
import { followTranslatedTexts } from '@sesa/ui/translated-text.ts'
import { listenBeforeRouter } from '../lib/history-guard.ts'
import { takeReturnFromCard } from '../lib/stripe/return-from-card.ts'
import { bootSession } from '../lib/session/session.ts'
import { App } from './app.tsx'
import { preloadRoute } from './routes.tsx'

// Must run before any other code reads the address: a payment's secret must not stay in it.
takeReturnFromCard()
listenBeforeRouter()
followTranslatedTexts()
// Fetch the first answer and the page's code in parallel, before the first render.
void bootSession()
const code = preloadRoute(location.pathname)

/** How long the document's skeleton waits for the page's code, which the document has usually preloaded. */
const CODE_MS = 200
const soon = new Promise((resolve) => setTimeout(resolve, CODE_MS))

function draw(): void {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App />)
}
void Promise.race([code, soon]).then(draw)
