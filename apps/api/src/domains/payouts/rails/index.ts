export { endManualPayout, listManualPayouts } from './manual.ts'
export { closeRail, openRail, routeNetwork } from './operations.ts'
export type { CallbackSetupSource } from './ports.ts'
export { createRailsModule } from './service.ts'
