import type { Country } from '@sesa/contract'
import { useEffect, useRef, useState } from 'react'

/** A country that a name may mean, including ones that we do not serve. */
export interface FoundCountry {
  code: string
  name: string
}

/** Finds countries with a similar name, best match first; none if the search fails. */
export type FindCountries = (text: string, signal: AbortSignal) => Promise<readonly FoundCountry[]>

interface Likely {
  for: string
  countries: readonly FoundCountry[]
}

/** Pause in typing before the search starts. */
const SETTLE_MS = 250

/**
 * Filters `countries` by a search: those with the text in their name, or else those that `find` suggests.
 * `elsewhere` is the name of a suggested country that we do not serve.
 */
export function useCountrySearch(search: string, countries: readonly Country[], find: FindCountries) {
  const [likely, setLikely] = useState<Likely | null>(null)
  const ask = useRef(find)
  const wanted = search.trim().toLowerCase()
  const matching = countries.filter((country) => country.name.toLowerCase().includes(wanted))
  const unclear = matching.length === 0 ? wanted : ''

  useEffect(() => {
    if (unclear === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      ask.current(unclear, controller.signal).then(
        (found) => !controller.signal.aborted && setLikely({ for: unclear, countries: found }),
        () => undefined,
      )
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [unclear])

  const meant = likely?.for === unclear ? likely.countries : []
  return {
    found: unclear === '' ? matching : countries.filter(({ code }) => meant.some((one) => one.code === code)),
    elsewhere: meant.find(({ code }) => countries.every((country) => country.code !== code))?.name,
  }
}
