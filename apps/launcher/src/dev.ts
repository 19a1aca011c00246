import { statSync, watch } from 'node:fs'
import type { Launcher } from './launcher.ts'

/** Rebuilds the web app when its sources change. A failed build is reported; the next change tries again. */
export function rebuildOnChange(sources: readonly string[], launcher: Launcher): void {
  let timer: NodeJS.Timeout | undefined
  let building: Promise<void> = Promise.resolve()
  const rebuild = (): void => {
    building = building
      .then(() => launcher.rebuildWeb())
      .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
  }
  for (const source of sources) {
    // An editor writes several times per save; the fingerprint shows whether the content changed.
    watch(source, { recursive: statSync(source).isDirectory() }, () => {
      clearTimeout(timer)
      timer = setTimeout(rebuild, 200)
    })
  }
}
