import { expect, type Locator, type Page } from '@playwright/test'
import { tabTo } from './browser/keyboard.ts'

/** What a piece of work took: controls pressed, and pages opened. Typing counts as neither. */
export interface Effort {
  readonly clicks: number
  readonly pages: number
}

/** A member's hand on one page, with the mouse or with keys alone. */
export class Hand {
  readonly page: Page
  /** True while the mouse is not touched. */
  byKeys = false
  #clicks = 0
  #loads = 0
  /** The pages opened before the last press; undefined while the work ends with a page. */
  #loadsThen: number | undefined
  #address: string

  constructor(page: Page) {
    this.page = page
    this.#address = addressOf(page)
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame() || addressOf(page) === this.#address) return
      this.#address = addressOf(page)
      this.#loads++
    })
  }

  /**
   * Counts what the work takes up to its last press: a page that opens by that press is the next work's, which then
   * `continues`.
   */
  async measure(work: () => Promise<void>, { continues = false } = {}): Promise<Effort> {
    this.#clicks = 0
    if (!continues) this.#loads = 0
    this.#loadsThen = undefined
    await work()
    const loads = this.#loadsThen ?? this.#loads
    this.#loads -= loads
    return { clicks: this.#clicks, pages: loads }
  }

  async press(control: Locator): Promise<void> {
    this.#clicks++
    await expect(control).toBeVisible()
    this.#loadsThen = this.#loads
    if (!this.byKeys) return control.click()
    await tabTo(this.page, control)
    return this.page.keyboard.press('Enter')
  }

  /** Chooses the radio button. Arrow keys move within its group. */
  async choose(option: Locator): Promise<void> {
    this.#clicks++
    if (!this.byKeys) return option.check()
    const group = option.locator('xpath=ancestor::fieldset').getByRole('radio')
    await tabTo(this.page, group.first())
    for (const _ of await group.all()) {
      if (await option.and(this.page.locator(':focus')).count()) break
      await this.page.keyboard.press('ArrowDown')
    }
    await this.page.keyboard.press('Space')
    await expect(option).toBeChecked()
  }

  async write(field: Locator, text: string): Promise<void> {
    if (!this.byKeys) return field.fill(text)
    await tabTo(this.page, field)
    await this.page.keyboard.press('ControlOrMeta+A')
    return this.page.keyboard.type(text)
  }

  /** Opens the next item of work. */
  async next(): Promise<void> {
    const button = this.page.getByRole('button', { name: /^Next/ })
    if (!this.byKeys) return this.press(button)
    this.#clicks++
    return this.page.keyboard.press('n')
  }

  /** Goes to the decision, once it is there. Only keys need a way to it. */
  async toDecision(button: Locator): Promise<void> {
    await expect(button).toBeVisible()
    // In a field, a key is typed; the way on is Tab.
    const isTyping = await this.page.evaluate<boolean>(
      'document.activeElement.matches("input, textarea, select")',
    )
    if (this.byKeys && !isTyping) await this.page.keyboard.press('e')
  }

  /** Finds a page or a record by the search box, and opens the first hit. */
  async find(text: string, hit: string | RegExp): Promise<void> {
    const box = this.page.getByRole('combobox', { name: 'Search' })
    if (this.byKeys) await this.page.keyboard.press('/')
    else await this.press(box)
    await expect(box).toBeFocused()
    await this.page.keyboard.type(text)
    await expect(this.page.getByRole('option', { name: hit }).first()).toBeVisible()
    await this.page.keyboard.press('Enter')
    this.#loadsThen = undefined
  }
}

/** The address of a record: of a break, its number too. */
function addressOf(page: Page): string {
  const { pathname, searchParams } = new URL(page.url())
  return `${pathname} ${searchParams.get('break') ?? ''}`
}
