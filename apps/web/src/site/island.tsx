import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { Converter } from '../features/converter/converter.tsx'
import { idPrefix, type IslandName } from './islands.ts'
import { SignOutIsland } from './sign-out-island.tsx'
import { SupportIsland } from './support-island.tsx'

const ISLANDS: Readonly<Record<IslandName, ComponentType>> = {
  converter: Converter,
  support: SupportIsland,
  'sign-out': SignOutIsland,
}

/** An island's first HTML within a static page. Build time only. */
export function Island({ name }: { name: IslandName }) {
  const Component = ISLANDS[name]
  const html = renderToString(<Component />, { identifierPrefix: idPrefix(name) })
  return <div data-island={name} dangerouslySetInnerHTML={{ __html: html }} />
}
