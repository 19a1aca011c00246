import type { CountryCode } from '@sesa/contract'
import type { ParsedPhone } from '@sesa/contract/phone'
import { NETWORK_FAILURE, type Failure } from '../api/http.ts'
import { isOutdated, saveAndReload } from '../loading/version.ts'

type Library = typeof import('@sesa/contract/phone')

let library: Library | null = null

/**
 * Fetches the data about phone numbers, once. It weighs 10 kB, so a form loads it after it is drawn, not
 * before; `useForm({ ready: loadPhones, … })` waits for it before it validates.
 */
export async function loadPhones(): Promise<Failure | null> {
  try {
    library ??= await import('@sesa/contract/phone')
    return null
  } catch {
    if (await isOutdated()) await saveAndReload()
    return NETWORK_FAILURE
  }
}

/** Like the contract's `parsePhone`. @throws Error before `loadPhones` has resolved. */
export function parsePhone(text: string, country?: CountryCode): ParsedPhone {
  if (!library) throw new Error('Await loadPhones() before reading a phone number')
  return library.parsePhone(text, country)
}
