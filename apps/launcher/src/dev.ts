import { statSync, watch } from 'node:fs'
import type { Launcher } from './launcher.ts'

/** Builds the web app again when its sources change; a build that fails is reported and waits for the next change. */
export function rebuildOnChange(sources: readonly string[], launcher: Launcher): void {
  let timer: NodeJS.Timeout | undefined
  let building: Promise<void> = Promise.resolve()
  const rebuild = (): void => {
    building = building
      .then(() => launcher.rebuildWeb())
      .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
  }
  for (const source of sources) {
    // An editor writes several times per save; the fingerprint tells whether anything really changed.
    watch(source, { recursive: statSync(source).isDirectory() }, () => {
      clearTimeout(timer)
      timer = setTimeout(rebuild, 200)
    })
  }
}
