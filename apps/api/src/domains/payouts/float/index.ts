export { coversAfterRefunds, coversPayout } from './decide.ts'
export { readFloat } from './overview.ts'
export type { FloatSource } from './ports.ts'
export {
  lockWallets,
  readWallets,
  recordRefusal,
  reserve,
  walletsQuery,
  walletName,
  type StoredWallet,
} from './store.ts'
