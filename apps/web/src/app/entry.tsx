import { createRoot } from 'react-dom/client'
import { listenBeforeRouter } from '../lib/history-guard.ts'
import { takeReturnFromCard } from '../lib/stripe/return-from-card.ts'
import { bootSession } from '../lib/session/session.ts'
import { App } from './app.tsx'
import { preloadRoute } from './routes.tsx'

// Must run before anything else reads the address: a payment's secret must not stay in it.
takeReturnFromCard()
listenBeforeRouter()
// Fetch the first answer and the page's code in parallel, before anything is drawn.
void bootSession()
preloadRoute(location.pathname)

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
