import { it } from 'vitest'
import { raceForLimits } from './testing/limit-races.ts'

it(
  'the limit of a sender allows one of 16 racing transfers for each of 150 users, 2,400 in all',
  () => raceForLimits(150),
  300_000,
)
