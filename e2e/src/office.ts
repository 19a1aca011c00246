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

/** Runs a command of staff on the product of this folder, and returns what it printed. */
export async function runCommand(dataDir: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...words], inFolder(dataDir))
  return stdout
}

/** Invites the first administrator on the command line, and returns the link. */
export async function inviteFirst(dataDir: string, name: string): Promise<string> {
  const email = 'first@sesa.example'
  const printed = await runCommand(dataDir, 'staff', 'invite-first', '--name', name, '--email', email)
  return /https?:\S+/.exec(printed)?.[0] ?? ''
}

/** Starts `staff sign-in`. Returns its link and code, and what it says once it is confirmed. */
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

/** Opens an invitation in a new browser and makes a passkey. Returns the signed-in page. */
export async function joinOffice(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await withAuthenticator(page)
  await page.goto(link)
  await page.getByLabel('Name of this passkey').fill('Work laptop')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  return page
}

/** Invites a member on the page of an administrator, and returns their link. */
export async function inviteMember(page: Page, name: string, roles: readonly string[]): Promise<string> {
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  await page.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full name').fill(name)
  await dialog.getByLabel('Email').fill(`${name.replace(' ', '.').toLowerCase()}@sesa.example`)
  for (const role of roles) await dialog.getByRole('checkbox', { name: role }).check()
  await dialog.getByLabel('Reason').fill('Starts today')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await dialog.getByText('/office/invitation#').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return /https?:\S+/.exec(link)?.[0] ?? ''
}

/** The two widths that the office is made for. */
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
