import { isOnline } from '../api/retry.ts'
import { isOutdated, reloadAnew } from './version.ts'

/** The code did not load after several tries: only a reload of the page can get it. */
export class CodeLost extends Error {}

/** Between the tries to fetch a page's code. */
const PAUSES_MS = [1000, 4000]

/**
 * Fetches code, again when the connection dropped, and once more when it is back: React remembers a failure for good,
 * so giving up means that the page has to be loaded anew. Chromium too remembers a file that it could not import; there
 * the service worker asks again before the page hears of it. Code of a build that is no longer served comes with no
 * try: then the page is loaded anew, with what was typed kept.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      if (await isOutdated()) await reloadAnew()
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
