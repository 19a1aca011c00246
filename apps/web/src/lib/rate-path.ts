import { directionSlug, type Direction } from '@sesa/contract'
import { paths } from './paths.ts'

/** Returns the public page about the rate of one direction. */
export function ratePath(direction: Direction): string {
  return `${paths.rates}/${directionSlug(direction)}`
}
