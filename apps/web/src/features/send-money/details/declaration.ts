import { NETWORK_FAILURE, type Failure } from '@sesa/ui/api/http.ts'
import { loadCode } from '../../../lib/loading/load-code.ts'

/** Loads the fields on demand, since few networks require a declaration. */
export const importDeclaration = () => loadCode(() => import('./declaration-fields.tsx'))

/** Fetches the declaration's fields: without them the customer could not add the missing data. */
export async function loadDeclaration(): Promise<Failure | null> {
  try {
    await importDeclaration()
    return null
  } catch {
    return NETWORK_FAILURE
  }
}
