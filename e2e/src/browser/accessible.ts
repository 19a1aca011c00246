import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Half the size of the source that the builder injects by default, twice for each analysis. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Expects no axe violation in either theme and no sideways scrolling. The dark theme changes only colours, so
 * only the colour rules run there, at the phone's size.
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

/** Expects no axe violation in forced colours, contrast aside: axe reads the colours from before. */
export async function expectAccessibleInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  await expectNoViolations(page, 'forced-colours', { without: ['color-contrast'] })
}

async function expectNoViolations(
  page: Page,
  theme: string,
  { only, without = [] }: { only?: string[]; without?: string[] } = {},
): Promise<void> {
  // Legacy mode does not look into frames of another origin. Without one, it spares a second page to merge the results.
  const axe = new AxeBuilder({ page, axeSource: AXE }).setLegacyMode(page.frames().length === 1)
  const { violations, passes } = await (only ? axe.withRules(only) : axe.disableRules(without)).analyze()
  expect(passes.length, 'rules that looked at something').toBeGreaterThan(only ? 0 : 10)
  const found = violations.map(({ id, impact, help, nodes }) => ({
    rule: `${id} (${impact}): ${help}`,
    at: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }))
  expect(found, `what axe finds in the ${theme} theme of ${page.url()}`).toEqual([])
}
