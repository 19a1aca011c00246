import { defineConfig } from '@playwright/test'
import { freePort } from '@sesa/test-kit/ports'
import { findBrowser } from './src/browser/browser.ts'

// Workers read this file again and inherit the choice.
process.env['SESA_E2E_PORT'] ??= String(await freePort())

/**
 * Journeys whose layout differs on a wide screen: header and footer, side menus, tables instead of cards, Tab. Rules and
 * requests are the same at every size, so the other journeys run on the phone alone.
 */
const DESKTOP =
  /\/(everywhere|history|navigation|no-script|sent|settings|sign-in|spec-strings|status|theme)[.]spec[.]ts$/

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results/e2e',
  globalSetup: './src/product/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  // Much of a journey is waiting, and the unit tests run beside them.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // Nothing asserts on time: this only ends what hangs, on a busy machine too.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env['SESA_E2E_URL'] ?? `http://localhost:${process.env['SESA_E2E_PORT']}`,
    browserName: 'chromium',
    launchOptions: await findBrowser(),
    locale: 'en-GB',
    timezoneId: 'Africa/Monrovia',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Journeys change answers on their way, which a worker would hide; those of offline.spec.ts are about it.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, testMatch: DESKTOP },
  ],
})
