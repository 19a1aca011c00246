import { within } from '@sesa/test-kit/patience'
import { withProfile } from '../src/people.ts'
import { expect, test } from '../src/test.ts'
import { fillDetails, newOrder, payButton } from '../src/transfer.ts'

/**
 * Like Stripe's, the sandbox's card form has a different origin than the page. Each of these directives must
 * list its host: without it, no journey that pays by card could pass.
 */
for (const directive of ['script-src', 'frame-src', 'connect-src']) {
  test(
    `a content policy without the card form’s host in ${directive} is noticed`,
    { tag: '@all' },
    async ({ page, context, api, fault }) => {
      await withProfile(api)
      // The browser does not know the origin of a page that a test fulfils, and would block its requests to
      // this machine.
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
      await fillDetails(page, newOrder())
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('We couldn’t load the card form').first()).toBeVisible({
        timeout: within(40),
      })
      await expect(payButton(page)).toBeDisabled()
    },
  )
}
