import './site.css'
import { hydrateRoot } from 'react-dom/client'
import { idPrefix, ISLANDS, type IslandName } from './islands.tsx'

/** Wakes the islands of a public page. The page is painted, and its links and menu work, before this runs. */
for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
  const name = element.dataset.island ?? ''
  if (!isIsland(name)) continue
  const Component = ISLANDS[name]
  hydrateRoot(element, <Component />, { identifierPrefix: idPrefix(name) })
}

function isIsland(name: string): name is IslandName {
  return name in ISLANDS
}
