import { isOnline } from '@sesa/ui/api/retry.ts'
import { isOutdated, saveAndReload } from './version.ts'

/** The code did not load after several attempts: only a reload of the page can get it. */
export class CodeLost extends Error {}

/** Pauses between the attempts to fetch a page's code. */
const PAUSES_MS = [1000, 4000]

/**
 * Fetches code. Retries after a pause, or once the device is back online: React remembers a failure permanently, so
 * after the last attempt only a reload helps. Chromium also remembers a file that it could not import; there the
 * service worker retries before the page learns of the failure. No retry can fetch code of a build that is no longer
 * served, so the page then saves its input and reloads.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      if (await isOutdated()) await saveAndReload()
      await (isOnline() ? new Promise((resolve) => setTimeout(resolve, pause)) : backOnline())
    }
  }
  return load().catch((cause: unknown) => {
    throw new CodeLost('Code could not be fetched', { cause })
  })
}

function backOnline(): Promise<unknown> {
  return new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}
