import { createElement, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { idPrefix, type IslandName } from './islands.ts'

/** Hydrates the island of this name, where the page has one. */
export function wake(name: IslandName, component: ComponentType): void {
  const element = document.querySelector(`[data-island="${name}"]`)
  if (element) hydrateRoot(element, createElement(component), { identifierPrefix: idPrefix(name) })
}
