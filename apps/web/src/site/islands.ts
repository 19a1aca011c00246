/** The parts of public pages that need a script. The rest is plain HTML and adds nothing to the bundle. */
export type IslandName = 'converter' | 'calculator' | 'contact' | 'interest'

/** Prefixes an island's ids identically on server and client, so that hydration matches the rendered HTML. */
export function idPrefix(name: IslandName): string {
  return `${name}-`
}
