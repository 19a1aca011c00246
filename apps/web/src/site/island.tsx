import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { idPrefix, type IslandName } from './islands.ts'

/** Islands of amounts: browsers do not translate them, so their scripts need not follow translated texts. */
const UNTRANSLATED: ReadonlySet<IslandName> = new Set(['converter', 'calculator'])

/** Renders an island's first HTML into a static page, whose entry hydrates `children`. Build time only. */
export function Island({ name, children }: { name: IslandName; children: ReactNode }) {
  const html = renderToString(children, { identifierPrefix: idPrefix(name) })
  return (
    <div
      data-island={name}
      translate={UNTRANSLATED.has(name) ? 'no' : undefined}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
