import { calls } from '@sesa/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/browser/accessible.ts'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

const RATES = '**/currency/rates/**'
const send = (page: Page) => page.getByPlaceholder('Send amount')
const receive = (page: Page) => page.getByPlaceholder('Receive amount')
const from = (page: Page) => page.getByRole('combobox', { name: 'Sending country' })
const to = (page: Page) => page.getByRole('combobox', { name: 'Receiving country' })

/** Opens the landing page, waits for the first conversion, and records the conversions requested after it. */
async function open(page: Page): Promise<string[]> {
  await page.goto('/')
  await expect(receive(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/currency/rates/')) asked.push(pathname + search)
  })
  return asked
}

test('starts with Liberia and Ghana, and offers every country in order', async ({ page }) => {
  await open(page)
  await expect(from(page)).toHaveValue('LRD')
  await expect(to(page)).toHaveValue('GHS')
  await from(page).click()
  await expect(page.getByRole('option')).toHaveText([/Sierra Leone/, /Liberia/, /Ghana/, /United States/])
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Liberia/)
  await expect(page.getByRole('main')).toContainText('Receive via')
  for (const way of ['Mobile Money', 'Agent'])
    await expect(
      page.getByRole('listitem').filter({ hasText: way }).filter({ hasText: 'Instant' }),
    ).toHaveCount(1)
})

test('typing either amount fills in the other at the server’s rate', async ({ page, api }) => {
  await open(page)
  const rate = async (amount: string, side?: 'receive') =>
    (
      await api.call(calls.getRate, {
        params: { from: 'LRD', to: 'GHS', amount },
        query: { ...(side && { side }) },
      })
    ).value
  const text = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 })
  await send(page).fill('2500')
  await expect(receive(page)).toHaveValue(text(await rate('2500')))
  await receive(page).fill('75.50')
  await expect(send(page)).toHaveValue(text(await rate('75.50', 'receive')))
})

test('changing either currency converts the send amount again', async ({ page }) => {
  const asked = await open(page)
  await send(page).fill('500')
  await expect.poll(() => asked.at(-1)).toBe('/currency/rates/LRD/GHS/500.00')
  await to(page).click()
  await page.getByRole('option', { name: /Sierra Leone/ }).click()
  await expect.poll(() => asked.at(-1)).toBe('/currency/rates/LRD/SLE/500.00')
  await from(page).click()
  await page.getByRole('option', { name: /United States/ }).click()
  await expect.poll(() => asked.at(-1)).toBe('/currency/rates/USD/SLE/500.00')
  await expect(receive(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
})

test('makes no call for equal currencies, zero or no number', async ({ page }) => {
  const asked = await open(page)
  await send(page).fill('abc')
  await expect(send(page)).toHaveAttribute('aria-invalid', 'true')
  const danger = await page.evaluate<string>(
    `getComputedStyle(document.querySelector('#converter-send')).color`,
  )
  expect(danger).toBe('rgb(168, 35, 28)')
  await expect(page.getByText('Enter the amount in digits')).toBeAttached()
  await expectAccessible(page)
  await receive(page).fill('xyz')
  await expect(receive(page)).toHaveAttribute('aria-invalid', 'true')
  await send(page).fill('0')
  await expect(send(page)).toHaveValue('0')
  await expect(receive(page)).toHaveValue('0')
  await receive(page).fill('0.00')
  await expect(send(page)).toHaveValue('0')
  await expect(receive(page)).toHaveValue('0')
  await expect(send(page)).not.toHaveAttribute('aria-invalid')
  await to(page).click()
  await page.getByRole('option', { name: /Liberia/ }).click()
  await send(page).fill('1250.5')
  await expect(receive(page)).toHaveValue('1,250.50')
  await receive(page).fill('99')
  await expect(send(page)).toHaveValue('99.00')
  // An amount that cannot be converted clears the other field.
  await send(page).fill('12.345')
  await expect(send(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(receive(page)).toHaveValue('')
  await send(page).fill('12.34')
  await expect(receive(page)).toHaveValue('12.34')
  expect(asked).toEqual([])
})

test('accepts an amount below one', async ({ page }) => {
  await open(page)
  await send(page).fill('')
  await send(page).pressSequentially('0.75')
  await expect(send(page)).toHaveValue('0.75')
  await send(page).fill('')
  await send(page).pressSequentially('0.')
  await send(page).blur()
  await expect(send(page)).toHaveValue('0')
})

test('a failed conversion turns red, says why and recovers', async ({ page, refusal }) => {
  await open(page)
  await page.route(RATES, (route) => route.fulfill({ status: 500, body: '' }))
  refusal(500, /^\/currency\/rates\//)
  await send(page).fill('700')
  await expect(send(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'Check your connection' })).toBeVisible()
  await expect(send(page)).toHaveValue('700')
  await page.unroute(RATES)
  await send(page).fill('701')
  await expect(send(page)).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText('Check your connection')).toHaveCount(0)
})

test('neither a fee nor a rate is shown', async ({ page }) => {
  await open(page)
  const card = page.locator('[data-island=converter]')
  await expect(card).not.toContainText(/fee|rate/i)
})

test('finds a country by part of its name, and by a misspelled name', async ({ page }) => {
  await open(page)
  await to(page).click()
  await to(page).fill('BER')
  await expect(page.getByRole('option')).toHaveText([/Liberia/])
  await to(page).fill('gahna')
  await expect(page.getByRole('option')).toHaveText([/Ghana/])
  await to(page).fill('nigera')
  await expect(page.getByText('We don’t serve Nigeria yet.').first()).toBeVisible()
  await expectAccessible(page)
  await to(page).fill('qqqq')
  await expect(page.getByText('We don’t serve a country with that name.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(to(page)).toHaveValue('GHS')
})

test('the list closes 5000 ms after the last activity', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') })
  await page.goto('/')
  await expect(receive(page)).toHaveValue(/\d/)
  // From here on, only this journey moves the clock.
  await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'))
  await from(page).click()
  const list = page.getByRole('listbox', { name: 'Sending country' })
  await page.clock.runFor(4900)
  await expect(list).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.clock.runFor(4900)
  await expect(list).toBeVisible()
  await page.clock.runFor(200)
  await expect(list).toBeHidden()
})

test('works by keyboard alone, at 320 px too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const asked = await open(page)
  await send(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('40')
  await page.keyboard.press('Tab')
  await expect(from(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const list = page.getByRole('listbox', { name: 'Sending country' })
  await expect(list).toBeVisible()
  await expectAccessible(page)
  // The check may have outlasted the list, which closes after a while.
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  const active = await from(page).getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveText(/United States/)
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(from(page)).toHaveValue('USD')
  await expect.poll(() => asked.at(-1)).toBe('/currency/rates/USD/GHS/40.00')
  await page.keyboard.press('Tab')
  await expect(receive(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('lib')
  await page.keyboard.press('Enter')
  await expect(to(page)).toHaveValue('LRD')
  await expect(to(page)).toBeFocused()
})

test('converts what was typed before the script loaded', async ({ page }) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/converter-entry-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await send(page).fill('4321')
  release()
  await expect(receive(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await expect(send(page)).toHaveValue(/^4,?321/)
})

test('takes the amount, the exact side and the countries to Send Money', async ({ page, api }) => {
  await withProfile(api)
  await open(page)
  await to(page).click()
  await page.getByRole('option', { name: /Sierra Leone/ }).click()
  await receive(page).fill('250.50')
  await expect(send(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
  await page.getByRole('button', { name: 'Send this amount' }).click()
  await expect(page).toHaveURL(/^[^?]*\/send-money\?/)
  await expect(page.getByRole('combobox', { name: 'Send to' })).toHaveValue('Sierra Leone')
  await expect(receive(page)).toHaveValue('250.50')
  await expect(send(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
})
