import { NETWORK_FAILURE, type Failure } from '../../../lib/api/http.ts'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { loadPhones } from '../../../lib/forms/phone.ts'

type Reading = typeof import('./transfer-request.ts') & typeof import('./typed-amount.ts')

let reading: Reading | null = null

/** Fetches what reads the details, once: it is needed when they are left, not while they are drawn. */
export async function loadReading(): Promise<Failure | null> {
  try {
    const [unready, order, amount] = await Promise.all([
      loadPhones(),
      loadCode(() => import('./transfer-request.ts')),
      loadCode(() => import('./typed-amount.ts')),
    ])
    if (unready) return unready
    reading = { ...order, ...amount }
    return null
  } catch {
    return NETWORK_FAILURE
  }
}

/** The validator of the details; null until `loadReading` has resolved. */
export function detailsReading(): Reading | null {
  return reading
}
