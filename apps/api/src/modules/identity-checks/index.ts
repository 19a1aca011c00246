export { createLimitsOf } from './tiers.ts'
