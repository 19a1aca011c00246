import type { Page } from '@playwright/test'

/** Counts the presses and the typing on this page from now on, across its documents. */
export async function countInput(page: Page) {
  const counts = { taps: 0, typed: 0 }
  await page.exposeFunction('countInput', (kind: keyof typeof counts) => counts[kind]++)
  const listen = `
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && countInput('taps'), true)
    addEventListener('keydown', () => countInput('typed'), true)
    addEventListener('input', (event) => event.isTrusted && countInput('typed'), true)`
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return counts
}
