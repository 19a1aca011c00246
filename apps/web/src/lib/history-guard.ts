/** May stop an event, so that the router does not see it. */
type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

/**
 * Lets a page handle Back and Forward before the router does. The window calls listeners in the order they
 * were added, whatever their phase, so this one must be added before the router exists.
 */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => guard?.(event))
}

/** Calls `next` before the router from now on. Returns a function that stops this. */
export function guardHistory(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}
