import { it } from 'vitest'
import { raceForLimits } from './testing/limit-races.ts'

it('the limit of a sender allows one of 16 racing transfers for each of 10 users', () => raceForLimits(10))
