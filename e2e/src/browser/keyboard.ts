import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** More Tab presses than any of our controls needs. */
const MOST_TABS = 60

interface Way {
  /** The frame that contains the control. */
  within?: Page | FrameLocator
  key?: 'Tab' | 'Shift+Tab'
}

/** Presses the key until this control has the focus. */
export async function tabTo(
  page: Page,
  control: Locator,
  { within = page, key = 'Tab' }: Way = {},
): Promise<void> {
  await expect(control).toBeVisible()
  const there = control.and(within.locator(':focus'))
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if ((await there.count()) > 0) return
    await page.keyboard.press(key)
  }
  await expect(control, `reached by ${key}`).toBeFocused()
}
