import { expectAccessible } from '../src/browser/accessible.ts'
import { expect, test } from '../src/test.ts'

test('the search of the help finds an article, orders by fit, and says when there is none', async ({
  page,
}) => {
  await page.goto('/help')
  const search = page.getByRole('searchbox', { name: 'What do you need help with?' })
  const titles = page.getByRole('main').getByRole('listitem').getByRole('heading')
  const all = await titles.allTextContents()
  expect(all.length).toBeGreaterThan(12)
  await search.fill('where is my money')
  await expect(titles.first()).toHaveText('Where is my money?')
  await expect(page.getByRole('status').getByText(/^\d+ articles? found$/)).toBeVisible()
  await search.fill('thief')
  await expect(titles).toHaveText(['Scams: stop and think'])
  await search.fill('zebra')
  await expect(titles).toHaveCount(0)
  await expect(page.getByText('We have no article about that.')).toBeVisible()
  await expectAccessible(page)
  await search.fill('where is my money')
  await search.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help/where-is-my-money')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the help is a list of every article', async ({ page }) => {
    await page.goto('/help')
    await expect(page.getByRole('searchbox')).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Where is my money?' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Where is my money?' })).toBeVisible()
  })
})
