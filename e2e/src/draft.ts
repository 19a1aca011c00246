import type { Page } from '@playwright/test'

/** Waits until the server has saved a draft that contains this text. Call it before typing. */
export async function draftKept(page: Page, text: string): Promise<void> {
  await page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === '/user/draft' &&
      response.request().method() === 'PUT' &&
      response.ok() &&
      (response.request().postData() ?? '').includes(text),
  )
}
