import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Expects no axe violation in either theme, and no sideways scrolling. The dark theme changes colours alone, so there the
 * rules about colours are checked, at the phone's size.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A page whose code is still loading has nothing to check.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  const isWide = (page.viewportSize()?.width ?? 0) > 600
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, 'light')
  if (!isWide) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoViolations(page, 'dark', { only: COLOUR_RULES })
  }
  await page.emulateMedia({ colorScheme: null })
  const [needed, given] = [
    await page.evaluate<number>('document.documentElement.scrollWidth'),
    page.viewportSize()?.width ?? 0,
  ]
  expect(needed, 'the width the page needs').toBeLessThanOrEqual(given)
}

/** Expects no axe violation while the system forces its colours. Axe reads the colours from before. */
export async function expectAccessibleInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  await expectNoViolations(page, 'forced-colours', { without: ['color-contrast'] })
}

async function expectNoViolations(
  page: Page,
  theme: string,
  { only, without = [] }: { only?: string[]; without?: string[] } = {},
): Promise<void> {
  const axe = new AxeBuilder({ page })
  const { violations, passes } = await (only ? axe.withRules(only) : axe.disableRules(without)).analyze()
  expect(passes.length, 'rules that looked at something').toBeGreaterThan(only ? 0 : 10)
  const found = violations.map(({ id, impact, help, nodes }) => ({
    rule: `${id} (${impact}): ${help}`,
    at: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }))
  expect(found, `what axe finds in the ${theme} theme of ${page.url()}`).toEqual([])
}
