import { createElement, type ComponentType } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { followTranslatedTexts } from '../ui/translated-text.ts'
import { idPrefix, type IslandName } from './islands.ts'

/** The texts that people typed into an island's fields before it hydrated, by field name. */
export type Typed = Readonly<Record<string, string>>

/** Hydrates the island of this name if the page has one, with the texts typed so far. */
export function wake(name: IslandName, component: ComponentType<{ typed: Typed }>): void {
  const element = document.querySelector(`[data-island="${name}"]`)
  if (!element) return
  followTranslatedTexts()
  const typed: Record<string, string> = {}
  for (const field of element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea')) {
    if (field.type !== 'hidden' && field.value !== field.defaultValue) typed[field.name] = field.value
  }
  const content = createElement(component, { typed })
  const options = { identifierPrefix: idPrefix(name) }
  // A translated page no longer has the texts that hydration expects.
  if (element.querySelector('font')) createRoot(element, options).render(content)
  else hydrateRoot(element, content, options)
}
