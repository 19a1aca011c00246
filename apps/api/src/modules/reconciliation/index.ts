export { checkInvariants, type Finding, type InvariantTerms } from './invariants.ts'
