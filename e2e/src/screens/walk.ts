import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import type { Api } from '../api.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** One person's way through the product, at one size and in one theme. */
export interface Walk {
  context: BrowserContext
  page: Page
  api: Api
  /** Where the product keeps its data, for what operators do. */
  dataDir: string
  /** Takes the whole page under this name, with what floats above it where it floats. */
  shoot: (name: string) => Promise<void>
}

/** What `npm run sesa -- …` does to the product that runs on the walk's data. */
export async function sesa({ dataDir }: Walk, ...words: string[]): Promise<void> {
  const by = ['--by', 'Ama Boateng', '--reason', 'Shown in a picture']
  await promisify(execFile)(process.execPath, ['apps/api/src/main/cli.ts', ...words, ...by], {
    cwd: ROOT,
    env: { ...process.env, SESA_DATA_DIR: dataDir },
  })
}

/** An answer that says the service cannot serve now. */
export const BUSY = {
  status: 503,
  json: { error: { code: 'unavailable', message: 'The service is busy. Try again soon.', requestId: 'r' } },
}
