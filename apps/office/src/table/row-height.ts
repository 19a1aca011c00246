import { useSyncExternalStore } from 'react'

/** In px; every row is one line, so nothing is measured. */
export type RowHeight = 36 | 44

const KEY = 'sesa-office-rows'
const listeners = new Set<() => void>()
let chosen: RowHeight | undefined

function read(): RowHeight {
  if (chosen !== undefined) return chosen
  try {
    return localStorage.getItem(KEY) === '44' ? 44 : 36
  } catch {
    return 36
  }
}

/** Chooses the height of all tables' rows, on this device. */
export function chooseRowHeight(height: RowHeight): void {
  chosen = height
  try {
    localStorage.setItem(KEY, String(height))
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useRowHeight = (): RowHeight => useSyncExternalStore(subscribe, read)
