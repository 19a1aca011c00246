export { definePolicyOrder } from './order.ts'
export {
  dayOf,
  listPolicies,
  policyOn,
  policyPart,
  readPolicy,
  storePolicy,
  type DatedPolicy,
  type PolicyKind,
  type SignedPolicy,
} from './store.ts'
