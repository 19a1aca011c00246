import type { AnswerOf, calls } from '@sesa/contract'
import { getPublic } from '@sesa/ui/api/http.ts'

/** Finds the countries that a name may mean, spelled correctly or nearly (a score of at least 60 of 100). */
export async function findCountries(name: string, signal: AbortSignal) {
  const path = `/countries?name=${encodeURIComponent(name.slice(0, 100))}`
  const { countries } = await getPublic<AnswerOf<typeof calls.findCountry>>(path, signal)
  return countries
}
