import './app.css'
import { createRoot } from 'react-dom/client'
import { bootSession } from '../lib/session.ts'
import { App } from './app.tsx'
import { preloadRoute } from './routes.tsx'

// The first answer and the code of the page are fetched side by side, before anything is drawn.
void bootSession()
preloadRoute(location.pathname)

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
