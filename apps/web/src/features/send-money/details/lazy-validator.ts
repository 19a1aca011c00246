import { NETWORK_FAILURE, type Failure } from '@sesa/ui/api/http.ts'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { loadPhones } from '../../../lib/forms/phone.ts'

type Validator = typeof import('./transfer-request.ts') & typeof import('./typed-amount.ts')

let validator: Validator | null = null

/** Fetches the code that validates the details, which is needed only when the customer leaves them. */
export async function loadValidator(): Promise<Failure | null> {
  try {
    const [unready, request, amount] = await Promise.all([
      loadPhones(),
      loadCode(() => import('./transfer-request.ts')),
      loadCode(() => import('./typed-amount.ts')),
    ])
    if (unready) return unready
    validator = { ...request, ...amount }
    return null
  } catch {
    return NETWORK_FAILURE
  }
}

/** Returns the validator of the details; null until `loadValidator` has resolved. */
export function getValidator(): Validator | null {
  return validator
}
