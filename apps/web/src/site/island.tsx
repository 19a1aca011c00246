import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { idPrefix, type IslandName } from './islands.ts'

/** Renders an island's first HTML into a static page, whose entry hydrates `children`. Build time only. */
export function Island({ name, children }: { name: IslandName; children: ReactNode }) {
  const html = renderToString(children, { identifierPrefix: idPrefix(name) })
  return <div data-island={name} dangerouslySetInnerHTML={{ __html: html }} />
}
