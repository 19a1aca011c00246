import { calls, type BodyOf } from '@sesa/contract'
import { expect } from '@playwright/test'
import { within } from '@sesa/test-kit/patience'
import type { Api } from './api.ts'
import { newPhone } from './people.ts'

/** Saves a recipient in Ghana through the API, and returns the id. */
export async function savedRecipient(api: Api, name: string): Promise<string> {
  const phone = newPhone('GH', undefined, name)
  const body = { name, nickname: '', favourite: false, country: 'GH', phone, network: 'mtn' } as const
  return (await api.call(calls.addRecipient, { body })).recipient.id
}

/** A time zone, its day, and the current hour there. */
export interface ZoneNow {
  readonly zone: string
  readonly day: string
}

/** Returns a zone where it is now one of these hours, so that journeys do not depend on the time of day. */
export function zoneAt(isWanted: (hour: number) => boolean): ZoneNow {
  // `Etc/GMT-14` is 14 hours ahead of UTC.
  for (let ahead = -12; ahead <= 14; ahead++) {
    const at = new Date(Date.now() + ahead * 3_600_000)
    const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    if (isWanted(at.getUTCHours())) return { zone, day: at.toISOString().slice(0, 10) }
  }
  throw new Error('No zone has such an hour')
}

/** Sets a reminder that is due now through the API, and waits until the worker has found it due. */
export async function dueReminder(
  api: Api,
  change: Partial<BodyOf<typeof calls.createReminder>> & { recipientId: string },
): Promise<string> {
  const { zone, day } = zoneAt((hour) => hour >= 9 && hour < 23)
  const body = {
    amount: 500_000,
    side: 'send',
    frequency: 'monthly',
    firstDay: day,
    zone,
    ...change,
  } as const
  const { id } = (await api.call(calls.createReminder, { body })).reminder
  await expect(async () => {
    const { reminders } = (await api.call(calls.getHome)).home
    expect(reminders.map((due) => due.id)).toContain(id)
  }).toPass({ timeout: within(60), intervals: [250, 500, 1_000] })
  return id
}
