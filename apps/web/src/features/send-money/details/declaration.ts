import { NETWORK_FAILURE, type Failure } from '../../../lib/api/http.ts'
import { loadCode } from '../../../lib/loading/load-code.ts'

/** Only few networks ask for the purpose of the money. */
export const importDeclaration = () => loadCode(() => import('./declaration-fields.tsx'))

/** Fetches the questions about the money: without them nobody can answer what the details lack. */
export async function loadDeclaration(): Promise<Failure | null> {
  try {
    await importDeclaration()
    return null
  } catch {
    return NETWORK_FAILURE
  }
}
