import { createStore, remembered } from '../lib/store.ts'

/** In px; every row is one line, so nothing is measured. */
export type RowHeight = 36 | 44

const storage = remembered('sesa-office-rows')
const chosen = createStore<RowHeight | undefined>(undefined)

/** Chooses the height of all tables' rows, on this device. */
export function chooseRowHeight(height: RowHeight): void {
  storage.write(String(height))
  chosen.set(height)
}

export const useRowHeight = (): RowHeight => chosen.use() ?? (storage.read() === '44' ? 44 : 36)
