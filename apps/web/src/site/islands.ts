/** The parts of public pages that need a script. All else is plain HTML and weighs nothing in the bundle. */
export type IslandName = 'converter' | 'contact' | 'interest'

/** Ids of an island's elements begin alike on both sides, so that hydration finds what was rendered. */
export function idPrefix(name: IslandName): string {
  return `${name}-`
}
