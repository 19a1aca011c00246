import { calls, type Config, findCountry } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../http/route.ts'
import countryMap from 'country-locale-map'

/** A country in the search results. No currency: the dataset still lists Sierra Leone's old leone. */
interface FoundCountry {
  readonly code: string
  readonly name: string
  readonly served: boolean
}

const MOST = 10

/**
 * Returns countries whose code equals the text or whose name contains it, served ones first; without a match, the most
 * similar name, if its score is at least 60 of 100.
 */
function findCountries(text: string): FoundCountry[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const found = countryMap
    .getAllCountries()
    .filter(
      ({ alpha2, alpha3, name, alternate_names: others = [] }) =>
        [alpha2, alpha3].some((code) => code.toLowerCase() === wanted) ||
        [name, ...others].some((known) => known.toLowerCase().includes(wanted)),
    )
  const closest = found.length === 0 ? countryMap.getCountryByName(wanted, true) : undefined
  return [...found, ...(closest ? [closest] : [])]
    .map(({ alpha2, name }) => {
      const served = findCountry(alpha2)
      return { code: alpha2, name: served?.name ?? name, served: served !== undefined }
    })
    .sort((a, b) => Number(b.served) - Number(a.served))
    .slice(0, MOST)
}

export function registerSiteConfig(app: FastifyInstance, publicConfig: () => Promise<Config>): void {
  route(app, calls.getConfig, publicConfig)
  route(app, calls.findCountry, async ({ query }) => ({ countries: findCountries(query.name) }))
}
