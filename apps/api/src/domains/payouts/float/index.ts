export { coversPayout } from './decide.ts'
export { balanceGauge, readFloat, hoursGauge, setAlertLevel, type WalletOverview } from './overview.ts'
export type { FloatSource } from './ports.ts'
export { registerFloats } from './routes.ts'
export { createFloatModule, type FloatModule } from './service.ts'
export {
  lockWallets,
  readWallets,
  recordRefusal,
  reserve,
  reserving,
  walletFacts,
  walletName,
  type StoredWallet,
} from './store.ts'
