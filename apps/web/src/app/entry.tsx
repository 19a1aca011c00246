import { createRoot } from 'react-dom/client'
import { listenBeforeRouter } from '../lib/history-guard.ts'
import { takeReturnFromCard } from '../lib/stripe/return-from-card.ts'
import { bootSession } from '../lib/session/session.ts'
import { App } from './app.tsx'
import { preloadRoute } from './routes.tsx'

// Before anything else reads the address: a payment's secret must not stay in it.
takeReturnFromCard()
listenBeforeRouter()
// The first answer and the code of the page are fetched side by side, before anything is drawn.
void bootSession()
preloadRoute(location.pathname)

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
