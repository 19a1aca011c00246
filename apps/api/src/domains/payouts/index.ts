export {
  type CollectionsModule,
  createCollectionsModule,
  type ConfiguredCollector,
} from './collections/service.ts'
export { listCollectionTerms } from './collections/store.ts'
export { planTopUp, type TopUp, WHOLE } from './float/decide.ts'
export { readFloat, setAlertLevel, type WalletOverview } from './float/overview.ts'
export { type FloatSource } from './float/ports.ts'
export { countStopped } from './float/release.ts'
export { createFloatModule, type FloatModule } from './float/service.ts'
export { readWallets, type StoredWallet, walletName } from './float/store.ts'
export { payoutGauges } from './gauges.ts'
export { payoutOrders } from './orders.ts'
export { ROUTES } from './rails/routes-store.ts'
export { registerRails } from './rails/routes.ts'
export { createRailsModule, MANUAL_RAIL, type Rail, type RailsModule } from './rails/service.ts'
export { type NetworkState } from './rails/terms.ts'
