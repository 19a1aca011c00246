import { withProfile } from '../src/people.ts'
import { tabTo } from '../src/browser/keyboard.ts'
import { expect, test } from '../src/test.ts'
import { receiveAmount, sendAmount } from '../src/transfer.ts'

test('an amount typed before the script loaded goes to Send Money by keyboard, with the exact side and countries', async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await withProfile(api)
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/converter-entry-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const [send, receive] = [page.getByPlaceholder('Send amount'), page.getByPlaceholder('Receive amount')]
  await send.fill('4321')
  release()
  await expect(receive).toHaveValue(/^[\d,]+\.\d{2}$/)
  await expect(send).toHaveValue(/^4,?321/)

  await receive.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('250.50')
  await page.keyboard.press('Tab')
  const to = page.getByRole('combobox', { name: 'Receiving country' })
  await expect(to).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const list = page.getByRole('listbox', { name: 'Receiving country' })
  await expect(list).toBeInViewport()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(to).toHaveValue('SLE')
  await receive.fill('250.50')
  await expect(send).toHaveValue(/^[\d,]+\.\d{2}$/)
  await tabTo(page, page.getByRole('button', { name: 'Send Money', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/^[^?]*\/send-money\?/)
  await expect(page.getByRole('combobox', { name: 'Send to' })).toHaveValue('Sierra Leone')
  await expect(receiveAmount(page)).toHaveValue('250.50')
  await expect(sendAmount(page)).toHaveValue(/^[\d,]+\.\d{2}$/)
})
