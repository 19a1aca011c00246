import { within } from '@sesa/test-kit/patience'
import type { WorkKind } from '@sesa/contract/office'
import { expect } from '@playwright/test'
import type { Effort, Hand } from './office-hand.ts'

export const button = ({ page }: Hand, name: string) => page.getByRole('button', { name, exact: true })
export const toast = ({ page }: Hand) => page.locator('[data-toast]')
const reasonOf = ({ page }: Hand) => page.getByLabel('Reason', { exact: true })

/** Leads a member to a page that belongs to no queue, whose *Next* is the first item of all queues. */
export async function toAnyPage({ page }: Hand): Promise<void> {
  await page.goto(new URL('/office/permissions', page.url()).href)
  await expect(page.getByRole('heading', { level: 1, name: 'Permissions' })).toBeVisible()
}

/** Waits until the member's queue has this many items that nobody owns. */
export async function queued({ page }: Hand, kind: WorkKind, count: number): Promise<void> {
  const inbox = new URL(`/office/api/inbox?kind=${kind}&view=unowned`, page.url()).href
  await expect(async () => {
    const { work } = (await (await page.request.get(inbox)).json()) as { work: unknown[] }
    expect(work.length).toBeGreaterThanOrEqual(count)
  }).toPass({ timeout: within(90) })
}

interface Steps {
  /** What is done with the open item, up to the press that decides it. */
  readonly decide: () => Promise<void>
  /** What the message says then. */
  readonly done: RegExp
  /** Opens the first item: *Next*, if not given. */
  readonly begin?: () => Promise<void>
}

/**
 * Decides two items of a queue, one with the mouse and one with keys alone. *Next* opens the first one, and the second one
 * opens by itself. Returns what each took.
 */
export async function decideTwo(
  hand: Hand,
  { decide, done, begin = () => hand.next() }: Steps,
): Promise<readonly [Effort, Effort]> {
  const one = await hand.measure(async () => {
    await begin()
    await decide()
  })
  await expect(toast(hand)).toContainText(/\. Next: /)
  await expect(toast(hand)).toContainText(done)
  hand.byKeys = !hand.byKeys
  // The page asks for one more, which is then taken: a later item must not be.
  const asked = hand.page.waitForResponse((response) => response.url().endsWith('/office/api/inbox/next'))
  const another = await hand.measure(decide, { continues: true })
  await asked
  await expect(toast(hand)).toContainText(done)
  return [one, another]
}

/** Approves two requests, the first one with keys alone. */
export async function approveTwo(hand: Hand): Promise<readonly [Effort, Effort]> {
  await toAnyPage(hand)
  hand.byKeys = true
  return decideTwo(hand, { decide: () => approve(hand), done: /^Approved/ })
}

export async function approve(hand: Hand): Promise<void> {
  await hand.toDecision(button(hand, 'Approve'))
  await hand.write(hand.page.getByLabel('Note'), 'Agreed')
  await hand.press(button(hand, 'Approve'))
}

/** Enters the reason of the open dialog, and goes ahead. */
export async function confirm(hand: Hand, name: string, reason: string): Promise<void> {
  const dialog = hand.page.getByRole('dialog')
  await hand.write(dialog.getByLabel('Reason'), reason)
  await hand.press(dialog.getByRole('button', { name, exact: true }))
}

/** Opens the first page of a menu entry, by its link or by `g` and its letter. */
export async function openByMenu(hand: Hand, name: string, letter: string): Promise<void> {
  if (!hand.byKeys) return hand.press(hand.page.getByRole('link', { name, exact: true }))
  await hand.page.keyboard.press('g')
  return hand.page.keyboard.press(letter)
}

/**
 * Asks twice for a change that another member approves, each once with the mouse and once with keys. Returns what the first
 * change took either of them.
 */
export async function changeByTwo(
  [maker, checker]: readonly [Hand, Hand],
  edit: (turn: number) => Promise<void>,
): Promise<readonly [Effort, Effort]> {
  const efforts: Effort[] = []
  for (const turn of [0, 1]) {
    await Promise.all([toAnyPage(maker), toAnyPage(checker)])
    maker.byKeys = turn === 1
    checker.byKeys = turn === 0
    efforts.push(
      await maker.measure(async () => {
        await edit(turn)
        await maker.toDecision(button(maker, 'Request approval'))
        await maker.write(reasonOf(maker), 'As the contract says')
        await maker.press(button(maker, 'Request approval'))
      }),
    )
    await expect(maker.page.getByText(/^Requested: /)).toBeVisible()
    efforts.push(
      await checker.measure(async () => {
        await checker.next()
        await approve(checker)
      }),
    )
    await expect(checker.page.getByText('Done', { exact: true })).toBeVisible({ timeout: within(60) })
  }
  const [asked, approved] = efforts
  if (asked === undefined || approved === undefined) throw new Error('Nothing was asked')
  return [asked, approved]
}
