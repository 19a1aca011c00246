export { registerWaysToPay } from './routes.ts'
export {
  changesOfWays,
  payMethodOf,
  shippedWays,
  WAY_SETS,
  WAYS_TO_PAY,
  WAYS_TO_PAY_KEY,
  waysOf,
  type PayWay,
} from './ways.ts'
