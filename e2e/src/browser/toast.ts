import { expect, type Locator, type Page } from '@playwright/test'

/** Returns the toast with this text; the activity list may show the same words. */
export function toastOf(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: text })
}

/**
 * Expects a toast after `acting`, a click in progress. A toast soon disappears, so the wait must not start
 * later.
 */
export async function expectToast(toast: Locator, acting: Promise<void>): Promise<void> {
  await Promise.all([expect(toast).toBeVisible(), acting])
}
