import { useSyncExternalStore } from 'react'

/** Work that ends sooner than this is not worth a word. */
const NOTICEABLE_MS = 1000

let isLong = false
const listeners = new Set<() => void>()

function setLong(next: boolean): void {
  isLong = next
  for (const listener of listeners) listener()
}

/**
 * Does the work that `proof_required` asks for, beside the page: a few hundred derivations of a key, half a second of a
 * laptop and a few of a cheap phone. Resolves to the proof to repeat the call with, or to null when it cannot be done
 * here: the worker's code did not arrive, the browser lacks what it needs, or the challenge is none.
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
    // In this form the build finds the worker and makes it one file of its own.
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

/** True while such work takes longer than a second. */
export function useLongWork(): boolean {
  return useSyncExternalStore(subscribe, () => isLong)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
