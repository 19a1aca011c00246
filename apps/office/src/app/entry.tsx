import { createRoot } from 'react-dom/client'
import { followTranslatedTexts } from '@sesa/ui/translated-text.ts'
import { loadSession } from '../lib/session.ts'
import { App } from './app.tsx'
import './office.css'
import { startTheme } from './theme.ts'

startTheme()
followTranslatedTexts()
void loadSession()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
