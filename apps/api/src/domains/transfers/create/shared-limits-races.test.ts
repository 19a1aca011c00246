import { describeRaces } from './testing/shared-limit-races.ts'

describeRaces(4)
