export { definePolicyOrder } from './order.ts'
export {
  listPolicies,
  policyInForce,
  readPolicy,
  storePolicy,
  type PolicyKind,
  type SignedPolicy,
} from './store.ts'
