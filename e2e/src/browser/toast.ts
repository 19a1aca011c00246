import { expect, type Locator } from '@playwright/test'

/** Expects a toast after `acting`, a click that has begun: it goes by itself, so the wait must not begin later. */
export async function expectToast(toast: Locator, acting: Promise<void>): Promise<void> {
  await Promise.all([expect(toast).toBeVisible(), acting])
}
