import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** axe, which also checks frames of another origin. */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Expects no axe violation in either theme and no horizontal scrolling. The dark theme changes only colours, so only
 * the colour rules run there, at the phone's size. With `forcedColours`, every rule except contrast runs in forced
 * colours, where axe would read the previous colours, and in the light theme only the colour rules run.
 */
export async function expectAccessible(page: Page, { forcedColours = false } = {}): Promise<void> {
  // A page whose code is still loading has nothing to check.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expectWholeSentences(page)
  const isWide = (page.viewportSize()?.width ?? 0) > 600
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, 'light', forcedColours ? { only: COLOUR_RULES } : {})
  if (!isWide) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoViolations(page, 'dark', { only: COLOUR_RULES })
  }
  await page.emulateMedia({ colorScheme: null })
  if (forcedColours) {
    await page.emulateMedia({ forcedColors: 'active' })
    await expectNoViolations(page, 'forced-colours', { without: ['color-contrast'] })
    await page.emulateMedia({ forcedColors: null })
  }
  const [needed, given] = [
    await page.evaluate<number>('document.documentElement.scrollWidth'),
    page.viewportSize()?.width ?? 0,
  ]
  expect(needed, 'the width the page needs').toBeLessThanOrEqual(given)
}

/** A value that was missing when a sentence was built. */
const MISSING = /\b(undefined|NaN|null)\b|\[object /

/** Expects no missing value in what people see or hear: text, labels, placeholders and the title. */
async function expectWholeSentences(page: Page): Promise<void> {
  const texts = await page.evaluate<string[]>(`[
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll('[aria-label],[placeholder],[alt],[title]')].flatMap((element) =>
      ['aria-label', 'placeholder', 'alt', 'title'].map((name) => element.getAttribute(name) ?? '')),
  ]`)
  const found = texts.flatMap((text) => text.split('\n')).filter((line) => MISSING.test(line))
  expect(found, `sentences with a missing value on ${page.url()}`).toEqual([])
}

async function expectNoViolations(
  page: Page,
  theme: string,
  { only, without = [] }: { only?: string[]; without?: string[] } = {},
): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>(`'axe' in window`))) await frame.evaluate(AXE)
  }
  const options: RunOptions = {
    ...(only && { runOnly: only }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    // Details of passed rules would cost more than the search for violations.
    resultTypes: ['violations'],
  }
  const { violations, passes } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  expect(passes.length, 'rules that looked at something').toBeGreaterThan(only ? 0 : 10)
  const found = violations.map(({ id, impact, help, nodes }) => ({
    rule: `${id} (${impact}): ${help}`,
    at: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }))
  expect(found, `what axe finds in the ${theme} theme of ${page.url()}`).toEqual([])
}
