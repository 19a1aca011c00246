/** Functions that save unsaved input; a reload awaits them. */
const saves = new Set<() => Promise<unknown>>()
const LONGEST_SAVE_MS = 5000

/** Runs `save` before a reload for a new version. Returns a function that stops this. */
export function beforeReload(save: () => Promise<unknown>): () => void {
  saves.add(save)
  return () => saves.delete(save)
}

/** Saves unsaved input, for at most `LONGEST_SAVE_MS`, and reloads the page. */
export async function saveAndReload(): Promise<void> {
  const saved = Promise.allSettled([...saves].map((save) => save()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, LONGEST_SAVE_MS))])
  location.reload()
}

/**
 * Resolves to true when the server has another build than this page's: each build writes its id into its worker and its
 * documents. False while that cannot be determined.
 */
export async function isOutdated(): Promise<boolean> {
  const mark = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content
  if (mark === undefined) return false
  try {
    const answer = await fetch('/sw.js', { cache: 'no-cache' })
    return answer.ok && !(await answer.text()).includes(mark)
  } catch {
    return false
  }
}
