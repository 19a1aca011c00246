export { definePolicyOrder } from './order.ts'
export {
  hasBegun,
  listPolicies,
  readPolicy,
  storePolicy,
  type Policy,
  type PolicyKind,
  type SignedPolicy,
} from './store.ts'
