export { definePolicyOrder } from './order.ts'
export {
  dayOf,
  listPolicies,
  policyOn,
  policyPart,
  readPolicy,
  requireNotPast,
  storePolicy,
  type DatedPolicy,
  type PolicyKind,
  type SignedPolicy,
} from './store.ts'
