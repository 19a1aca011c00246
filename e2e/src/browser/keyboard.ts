import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** More controls than any page of ours has before one of them. */
const MOST_TABS = 60

interface Way {
  /** The frame that the control stands in. */
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
