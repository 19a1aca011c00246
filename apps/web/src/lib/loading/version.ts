/** Unsaved input; its save is awaited. */
const saves = new Set<() => Promise<unknown>>()
const LONGEST_SAVE_MS = 5000

/** Runs this before a reload for a new version. Returns a function that ends that. */
export function beforeReload(save: () => Promise<unknown>): () => void {
  saves.add(save)
  return () => saves.delete(save)
}

/** Reloads the page, once the input is saved. */
export async function reloadAnew(): Promise<void> {
  const saved = Promise.allSettled([...saves].map((save) => save()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, LONGEST_SAVE_MS))])
  location.reload()
}

/**
 * Whether the server has another build than the one this page is from: every build marks its worker and its document
 * alike. False while that cannot be found out.
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
