import { createElement, type ComponentType, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { idPrefix, type IslandName } from './islands.ts'

/** Texts that people typed into an island's fields before it hydrated, by field name. */
export type Typed = Readonly<Record<string, string>>

/** Starts React on an island's HTML. */
export type Start = (element: Element, content: ReactNode, options: { identifierPrefix: string }) => unknown

/** Hydrates the island of this name if the page has one, with the texts typed so far. */
export function wake(
  name: IslandName,
  component: ComponentType<{ typed: Typed }>,
  start: Start = hydrateRoot,
): void {
  const element = document.querySelector(`[data-island="${name}"]`)
  if (!element) return
  const typed: Record<string, string> = {}
  for (const field of element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea')) {
    if (field.type !== 'hidden' && field.value !== field.defaultValue) typed[field.name] = field.value
  }
  start(element, createElement(component, { typed }), { identifierPrefix: idPrefix(name) })
}
