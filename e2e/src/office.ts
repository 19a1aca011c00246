import { expect, type Browser, type Page } from '@playwright/test'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { withAuthenticator } from './authenticator.ts'
import { expectAccessible } from './browser/accessible.ts'
import { environment } from './product/product.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CLI = 'apps/api/src/bin/cli.ts'

const inFolder = (dataDir: string) => ({ cwd: ROOT, env: { ...environment(), SESA_DATA_DIR: dataDir } })

/** Runs a staff command on the product of this folder, and returns its output. */
export async function runCommand(dataDir: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...words], inFolder(dataDir))
  return stdout
}

/** Adds members to the sandbox who may act at once, and returns each one's link by name, such as `Musu Finance`. */
export async function sandboxMembers(dataDir: string): Promise<(name: string) => string> {
  const printed = await runCommand(dataDir, 'staff', 'sandbox-members', '--json')
  const { members } = JSON.parse(printed) as { members: { name: string; link: string }[] }
  return (name) => members.find((one) => one.name === name)?.link ?? ''
}

/** Starts `staff sign-in`. Returns its link and code, and its output once it is confirmed. */
export async function startCommandLine(
  dataDir: string,
): Promise<{ link: string; code: string; confirmed: Promise<string> }> {
  const child = spawn(process.execPath, [CLI, 'staff', 'sign-in'], inFolder(dataDir))
  let said = ''
  const hasLink = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (/command-line#\S+\s/.test(said)) resolve()
    })
  })
  const ended = once(child, 'exit')
  await Promise.race([hasLink, ended])
  return {
    link: /https?:\S+/.exec(said)?.[0] ?? '',
    code: /\b\d{6}\b/.exec(said)?.[0] ?? '',
    confirmed: ended.then(() => said),
  }
}

/** Accepts an invitation in a new browser and creates a passkey. Returns the signed-in page. */
export async function joinOffice(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await withAuthenticator(page)
  await page.goto(link)
  await page.getByLabel('Passkey name').fill('Work laptop')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  return page
}

/** The two widths for which the office is designed. */
const WIDTHS = [
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]

/** Expects the open page to be accessible at both widths. */
export async function expectAccessibleOffice(page: Page): Promise<void> {
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
}

/** The link of the menu with this name; the inbox's link also has the number of open items. */
export const menuLink = (name: string): RegExp => new RegExp(`^${name}( [\\d,+]+.*)?$`)

/** Opens a page by the names of its entry in the menu and, where it has several pages, of the page. */
export async function openSection(page: Page, ...names: readonly string[]): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Sections' })
  for (const name of names) await menu.getByRole('link', { name: menuLink(name) }).click()
}

/** Types into the search box, and opens the first hit. */
export async function openFirstHit(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/office\/(transfers|customers)\/./)
}
