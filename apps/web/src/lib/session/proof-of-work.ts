import { useSyncExternalStore } from 'react'

/** Shorter work needs no notice. */
const NOTICEABLE_MS = 1000

let isLong = false
const listeners = new Set<() => void>()

function setLong(next: boolean): void {
  isLong = next
  for (const listener of listeners) listener()
}

/**
 * Computes the proof of work that `proof_required` asks for, outside the page's thread: a few hundred key derivations,
 * half a second on a laptop and a few seconds on a cheap phone. Resolves to the proof for repeating the call, or to
 * null when it cannot be computed here: the worker's code did not arrive, the browser lacks a feature, or the challenge
 * is invalid.
 */
export async function proveWork(challenge: unknown): Promise<string | null> {
  const timer = setTimeout(() => setLong(true), NOTICEABLE_MS)
  try {
    return await askWorker(challenge)
  } finally {
    clearTimeout(timer)
    setLong(false)
  }
}

function askWorker(challenge: unknown): Promise<string | null> {
  return new Promise<string | null>((resolve) => {
    // The build recognises this form and moves the worker into its own file.
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url))
    const end = (proof: string | null) => {
      worker.terminate()
      resolve(proof)
    }
    worker.onmessage = ({ data }: MessageEvent<string | null>) => end(data)
    worker.onerror = () => end(null)
    worker.postMessage(challenge)
  }).catch(() => null)
}

/** Returns true while a proof of work takes longer than a second. */
export function useLongWork(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLong,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
