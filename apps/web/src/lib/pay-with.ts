import type { PayMethodName } from '@sesa/contract'

const KEY = 'sesa-pay-with'

/** Keeps how the customer pays for the next transfer from this device. Keeps the last network where none is given. */
export function remember(method: PayMethodName, network = remembered()[1]): void {
  try {
    localStorage.setItem(KEY, [method, network ?? ''].join(' ').trim())
  } catch {
    // Without storage, the next transfer begins with the cheapest way.
  }
}

/** Returns the way to pay and the network last chosen on this device, as stored. */
export function remembered(): readonly (string | undefined)[] {
  try {
    return localStorage.getItem(KEY)?.split(' ') ?? []
  } catch {
    return []
  }
}
