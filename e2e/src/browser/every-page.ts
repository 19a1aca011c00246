import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'

const NARROW = { width: 320, height: 640 }
/** The text size that a person may set. */
const ENLARGED = '200%'

/** Pages that the Account page of a phone leads to. */
const OF_ACCOUNT = /^\/me\/(settings|notifications|limits|cards|reminders|rate-alerts)$/
/** Where their title begins at the latest: below the header and one line that leads back. */
const TITLE_TOP = 120

/** Returns the innermost elements that extend beyond the page's edge. */
const WIDEST = `[...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && ![...element.children].some((child) => child.getBoundingClientRect().right > document.documentElement.clientWidth + 1))
  .slice(0, 5).map((element) => element.outerHTML.slice(0, 120)).join(' and ')`

/**
 * Returns the words that large text breaks, or pushes out of a box around them, and the amounts that their field cuts.
 * Leaves out what can be scrolled to, addresses, and words too long for the wide fonts of a test machine.
 */
const BROKEN = `(() => {
  const found = new Set()
  const range = document.createRange()
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node; (node = words.nextNode()); ) {
    const { parentElement } = node
    const isShown = parentElement.checkVisibility({ visibilityProperty: true })
    if (!isShown || parentElement.closest('.sr-only, [class*=":sr-only"]')) continue
    for (const { 0: word, index } of node.data.matchAll(/[^ \\n-]+/g)) {
      if (word.length > 10 || /[@:/]/.test(word)) continue
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) found.add(word + ' in ' + parentElement.outerHTML.slice(0, 120))
      const right = Math.max(...lines.map((line) => line.right))
      for (let box = parentElement; box !== document.body; box = box.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(box).overflowX)) break
        if (!['inline', 'contents'].includes(getComputedStyle(box).display) && right > box.getBoundingClientRect().right + 2) found.add(word + ' outside of ' + box.outerHTML.slice(0, 120))
      }
    }
  }
  // Beside a country, an amount may be longer than its field.
  for (const field of document.querySelectorAll('[inputmode=decimal]:not(:has(~ * [role=combobox]))'))
    if (field.scrollWidth > field.clientWidth + 1) found.add(field.value + ' cut by its field')
  return [...found]
})()`

/**
 * Opens a page and checks what every page must have: a title, a way past the header by keyboard, no axe violation in
 * either theme and in forced colours, no horizontal scrolling, not even on a narrow phone, and whole words in large text.
 */
export async function openAndCheck(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0)
  await expect(page).toHaveTitle(/.+ · Sesa$|^Sesa · .+/)
  const size = page.viewportSize() ?? NARROW
  const isWide = size.width > 600
  await expectAccessible(page, { forcedColours: !isWide })
  await expectKeyboardWay(page)
  if (isWide) return
  if (OF_ACCOUNT.test(path)) await expectTitleNearTop(page)
  await page.setViewportSize(NARROW)
  await expectFits(page, 'on a narrow phone')
  await page.setViewportSize(size)
  await page.evaluate(`document.documentElement.style.fontSize = '${ENLARGED}'`)
  await expectFits(page, 'with large text')
  expect(await page.evaluate(BROKEN), `words of ${path} in large text`).toEqual([])
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
}

/** Expects the open page not to scroll horizontally. */
export async function expectFits(page: Page, when: string): Promise<void> {
  const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
  const given = page.viewportSize()?.width ?? 0
  const widest = needed > given ? await page.evaluate<string>(WIDEST) : ''
  expect(needed, `the width that ${page.url()} needs ${when} ${widest}`).toBeLessThanOrEqual(given)
}

/** Expects the page's own content to begin at the top of a phone's screen, without a menu before it. */
async function expectTitleNearTop(page: Page): Promise<void> {
  await page.evaluate('scrollTo(0, 0)')
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(title?.y, `where the title of ${page.url()} begins`).toBeLessThanOrEqual(TITLE_TOP)
}

/** Expects the skip link to lead past the header, and the next control to show that it has the focus. */
async function expectKeyboardWay(page: Page): Promise<void> {
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await skip.focus()
  await expect(skip).toBeInViewport()
  await skip.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  const focused = await page.evaluate<{ outline: number; tag: string }>(`(() => {
    const element = document.activeElement
    const ring = [element, element.closest('label'), element.parentElement].find((shown) => shown && getComputedStyle(shown).outlineStyle !== 'none')
    return { tag: element.tagName, outline: ring ? Number.parseFloat(getComputedStyle(ring).outlineWidth) : 0 }
  })()`)
  expect(focused.tag, `the first control on ${page.url()}`).not.toBe('BODY')
  expect(focused.outline, `the focus ring of the first control on ${page.url()}`).toBeGreaterThanOrEqual(2)
}
