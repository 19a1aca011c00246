import { createRoot, hydrateRoot } from 'react-dom/client'
import { followTranslatedTexts } from '@sesa/ui/translated-text.ts'
import type { Start } from './wake.ts'

/** Starts an island that browsers may translate. A translated one no longer has the texts that hydration expects. */
export const startTranslatable: Start = (element, content, options) => {
  followTranslatedTexts()
  if (element.querySelector('font')) createRoot(element, options).render(content)
  else hydrateRoot(element, content, options)
}
