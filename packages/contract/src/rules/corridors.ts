import {
  COUNTRIES,
  destinationsFrom,
  findCountry,
  type CountryCode,
  type DestinationCode,
} from './countries.ts'

/** A direction in which money can be sent, whether open now or not. */
export interface Direction {
  readonly from: CountryCode
  readonly to: DestinationCode
}

/** Every direction, in the order of the country lists. */
export const DIRECTIONS: readonly Direction[] = COUNTRIES.flatMap(({ code }) =>
  destinationsFrom(code).map((to) => ({ from: code, to })),
)

/** Returns the part of a URL that names a direction: "united-states-to-liberia". */
export function directionSlug({ from, to }: Direction): string {
  return [from, to].map((code) => wordsOf(findCountry(code)?.name ?? code)).join('-to-')
}

function wordsOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
