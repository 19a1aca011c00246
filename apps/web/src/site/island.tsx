import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { idPrefix, type IslandName } from './islands.ts'

/** An island's first HTML within a static page; `children` is the component that the page's entry wakes. Build time only. */
export function Island({ name, children }: { name: IslandName; children: ReactNode }) {
  const html = renderToString(children, { identifierPrefix: idPrefix(name) })
  return <div data-island={name} dangerouslySetInnerHTML={{ __html: html }} />
}
