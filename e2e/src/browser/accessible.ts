import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Expects no axe violation in either theme, and no sideways scrolling. The dark theme changes colours and not the layout,
 * so it is checked at one size, the phone's.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A page whose code is still loading has nothing to check.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  const isWide = (page.viewportSize()?.width ?? 0) > 600
  for (const colorScheme of isWide ? (['light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme })
    await expectNoViolations(page, colorScheme)
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
  await expectNoViolations(page, 'forced-colours', ['color-contrast'])
}

async function expectNoViolations(page: Page, theme: string, without: string[] = []): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).disableRules(without).analyze()
  expect(passes.length, 'rules that looked at something').toBeGreaterThan(10)
  const found = violations.map(({ id, impact, help, nodes }) => ({
    rule: `${id} (${impact}): ${help}`,
    at: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }))
  expect(found, `what axe finds in the ${theme} theme of ${page.url()}`).toEqual([])
}
