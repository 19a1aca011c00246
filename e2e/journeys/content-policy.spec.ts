import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { continueWith, fillDetails, newOrder, payButton } from '../src/transfer.ts'

/**
 * The sandbox's card form comes from another origin than the page, as Stripe's does. Each directive that admits it is
 * needed: without that host, no journey that pays by card could pass.
 */
for (const directive of ['script-src', 'frame-src', 'connect-src']) {
  test(`a content policy without the card form’s host in ${directive} is noticed`, async ({
    page,
    context,
    api,
    fault,
  }) => {
    await withProfile(api)
    // The browser does not know where a page that a test answers comes from, and else keeps it from this machine.
    await context.grantPermissions(['local-network-access'])
    const tightened: string[] = []
    await page.route(
      (url) => url.pathname === '/send-money',
      async (route) => {
        const answer = await route.fetch()
        const policy = answer.headers()['content-security-policy'] ?? ''
        const tight = policy.replace(new RegExp(`(${directive} [^;]*?) 127\\.0\\.0\\.1:\\d+`), '$1')
        if (tight !== policy) tightened.push(tight)
        await route.fulfill({
          response: answer,
          headers: { ...answer.headers(), 'content-security-policy': tight },
        })
      },
    )
    fault(/Content Security Policy/)
    await page.goto('/send-money')
    expect(tightened).toHaveLength(1)
    if (directive === 'connect-src') {
      // The form is there; what it asks the card network from the page is what the fault above reports.
      await continueWith(page, newOrder())
      return
    }
    await fillDetails(page, newOrder())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('The card form could not be loaded').first()).toBeVisible({ timeout: 40_000 })
    await expect(payButton(page)).toBeHidden()
  })
}

test('the card form comes from another origin than the page', async ({ page, api }) => {
  await withProfile(api)
  await page.goto('/send-money')
  await continueWith(page, newOrder())
  const frame = await page.locator('iframe[title="Secure payment input frame"]').getAttribute('src')
  const script = await page.locator('script[src*="/sandbox/stripe/"]').getAttribute('src')
  for (const address of [frame, script])
    expect(new URL(address ?? '', page.url()).origin).not.toBe(new URL(page.url()).origin)
})
