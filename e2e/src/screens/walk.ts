import type { BrowserContext, Page } from '@playwright/test'
import type { Api } from '../api.ts'

/** One person's path through the product, at one size and in one theme. */
export interface Walk {
  context: BrowserContext
  page: Page
  api: Api
  /** The product's data directory, for the office's staff. */
  dataDir: string
  /** Takes the viewport and the whole page under this name. */
  shoot: (name: string) => Promise<void>
}

/** An answer that says the service is busy. */
export const BUSY = {
  status: 503,
  json: { error: { code: 'unavailable', message: 'The service is busy. Try again soon.', requestId: 'r' } },
}
