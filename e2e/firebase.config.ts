import { defineConfig } from '@playwright/test'
import { freePort } from './src/product.ts'

process.env['SESA_FIREBASE_PORT'] ??= String(await freePort())
const { default: journeys } = await import('./playwright.config.ts')

/** Journeys in hosted mode, against Firebase's Auth emulator: `npm run test:firebase`. */
export default defineConfig({
  ...journeys,
  testDir: 'firebase',
  outputDir: '../test-results/firebase',
  globalSetup: './src/firebase-setup.ts',
  reporter: 'list',
  projects: [{ name: 'phone', use: { viewport: { width: 360, height: 640 }, hasTouch: true } }],
})
