import type { Person } from '../people.ts'
import { mailTo } from '../sandbox.ts'
import type { Walk } from './walk.ts'

/** Every letter that the person got, and the phones of the sandbox. */
export async function mailScreens({ page, api, shoot }: Walk, person: Person): Promise<void> {
  const shown = new Set<string>()
  for (const { id, subject = '' } of await mailTo(api, person.email)) {
    const name = subject
      .toLowerCase()
      .replace(/[a-z]{3}\s[\d,.]+|s-[0-9a-z]{8}/g, '')
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
