import type { Country, CountryCode } from '@sesa/contract'
import type { ParsedPhone } from '@sesa/contract/phone'
import { NETWORK_FAILURE, type Failure } from '@sesa/ui/api/http.ts'
import { isOutdated, saveAndReload } from '../loading/version.ts'

type Library = typeof import('@sesa/contract/phone')

let library: Library | null = null

/**
 * Fetches the phone number metadata, once. It is 10 kB, so a form loads it after its first render; `useForm({ ready:
 * loadPhones, … })` waits for it before it validates.
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

/** Parses like the contract's `parsePhone`. @throws Error before `loadPhones` has resolved. */
export function parsePhone(text: string, country?: CountryCode): ParsedPhone {
  if (!library) throw new Error('Await loadPhones() before reading a phone number')
  return library.parsePhone(text, country)
}

/**
 * Returns the only other offered country whose number this is if its calling code is a mistake: a Ghana number typed
 * after +231. Null when none fits, or several do.
 * @throws Error before `loadPhones` has resolved.
 */
export function otherCountryOf(
  typed: string,
  countries: readonly Country[],
): { country: Country; e164: string } | null {
  const own = countries.find(({ dialCode }) => typed.startsWith(dialCode))
  const national = own ? typed.slice(own.dialCode.length) : typed
  const found = countries.flatMap((country) => {
    if (country === own) return []
    const parsed = parsePhone(national, country.code)
    return parsed.ok ? [{ country, e164: parsed.phone.e164 }] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}
