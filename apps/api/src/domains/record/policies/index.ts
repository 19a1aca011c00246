export { definePolicyOrder } from './order.ts'
export { listPolicies, readPolicy, storePolicy, type PolicyKind, type SignedPolicy } from './store.ts'
