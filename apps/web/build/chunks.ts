import type { Scripts } from './document.ts'

/** An entry of Vite's manifest; only the fields used here. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** Vite's manifest by source path, such as `src/app/entry.tsx`. */
export type Chunks = Readonly<Record<string, Chunk>>

/** Returns the address of the file built from this source. Throws if the build has none. */
export function addressOf(chunks: Chunks, source: string): string {
  const file = chunks[source]?.file
  if (file === undefined) throw new Error(`The build has no file for ${source}`)
  return `/${file}`
}

/** Returns the files of these sources and all the files they import. */
export function scriptsOf(chunks: Chunks, ...sources: string[]): Scripts {
  const entries = sources.flatMap((source) => chunks[source]?.file ?? [])
  const imports = new Set<string>()
  const follow = (source: string) => {
    for (const next of chunks[source]?.imports ?? []) {
      const file = chunks[next]?.file
      if (file === undefined || imports.has(file)) continue
      imports.add(file)
      follow(next)
    }
  }
  sources.forEach(follow)
  return { entries, imports: [...imports] }
}
