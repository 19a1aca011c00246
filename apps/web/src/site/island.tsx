import { renderToString } from 'react-dom/server'
import { idPrefix, ISLANDS, type IslandName } from './islands.tsx'

/** An island's first HTML within a static page. Build time only. */
export function Island({ name, className }: { name: IslandName; className?: string }) {
  const Component = ISLANDS[name]
  const html = renderToString(<Component />, { identifierPrefix: idPrefix(name) })
  return <div data-island={name} className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
