import { defineConfig, devices } from '@playwright/test'
import { freePort } from '@sesa/test-kit/ports'

process.env['SESA_FIREBASE_PORT'] ??= String(await freePort())
const { default: journeys } = await import('./playwright.config.ts')

/** Journeys in hosted mode, against Firebase's Auth emulator: `npm run test:firebase`. */
export default defineConfig({
  ...journeys,
  testDir: 'firebase',
  outputDir: '../test-results/firebase',
  globalSetup: './src/product/firebase-setup.ts',
  reporter: 'list',
  projects: [
    // The SDK checks the browser's name: on phones it prepares Google's window before the button is pressed.
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 360, height: 640 } } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, grep: /Google/ },
  ],
})
