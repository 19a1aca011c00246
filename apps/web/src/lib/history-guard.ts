/** May stop an event, so that the router does not hear of it. */
type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

/**
 * Lets a page stand before the router when the browser goes back or forward. The window calls listeners in the order
 * they came, whatever their phase: to be called before the router's, this one is added before the router is there.
 */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => guard?.(event))
}

/** Asks `next` first from now on. Gives back how to end that. */
export function guardHistory(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}
