import { defineConfig } from '@playwright/test'
import { within } from '@sesa/test-kit/patience'
import { freePort } from '@sesa/test-kit/ports'
import { findBrowser } from './src/browser/browser.ts'

// Playwright's workers read this file again and inherit the port.
process.env['SESA_E2E_PORT'] ??= String(await freePort())

/** True for `npm run test:all`, which runs what `npm test` omits. */
const isAll = process.env['SESA_E2E_ALL'] !== undefined

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results/e2e',
  globalSetup: './src/product/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  // Four keep two cores busy: a journey often waits for its product or its browser.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // No assertion depends on time: this only ends journeys that hang, with room for a busy machine.
  timeout: 900_000,
  expect: { timeout: within(20) },
  use: {
    baseURL: process.env['SESA_E2E_URL'] ?? `http://localhost:${process.env['SESA_E2E_PORT']}`,
    browserName: 'chromium',
    launchOptions: await findBrowser(),
    locale: 'en-GB',
    timezoneId: 'Africa/Monrovia',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Journeys rewrite answers in flight, and a service worker would bypass that. offline.spec.ts tests the
    // worker.
    serviceWorkers: 'block',
  },
  projects: [
    // Tags on journeys. `@wide-only`: features that a phone does not have, such as side menus and the office. `@wide`:
    // runs on a phone in `npm test`, and once more on a wide screen in `npm run test:all`. `@all`: journeys with their
    // own product and the look of every state, only in `npm run test:all`.
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
      ...(isAll ? { grep: /@all/, grepInvert: /@wide-only/ } : { grepInvert: /@wide-only|@all/ }),
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 } },
      ...(isAll
        ? { grep: /@wide(?!-only)|@wide-only.*@all|@all.*@wide-only/ }
        : { grep: /@wide-only/, grepInvert: /@all/ }),
    },
  ],
})
