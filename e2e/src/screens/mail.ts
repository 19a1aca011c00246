import type { Person } from '../people.ts'
import { mailTo } from '../sandbox.ts'
import type { Walk } from './walk.ts'

/** Takes every email that the person received, and the sandbox's phones. */
export async function mailScreens({ page, api, shoot }: Walk, person: Person): Promise<void> {
  const shown = new Set<string>()
  for (const { id, subject = '' } of await mailTo(api, person.email)) {
    const name = subject
      .replace(/ to [A-Z].*$/, '')
      .replace(/[A-Z]{3}\s[\d,.]+|S-[0-9A-Z]{8}/g, '')
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/^-|-$/g, '')
    if (shown.has(name)) continue
    shown.add(name)
    await page.goto(`/sandbox/mail/messages/${id}`)
    await shoot(`mail-${name}`)
  }
  await page.goto('/sandbox')
  await shoot('sandbox')
}
