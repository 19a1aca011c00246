import { createHmac } from 'node:crypto'
import type { World } from '../core/world.ts'

const KIND = 'sms_report'
/** Interval between two reports of one message. */
const APART_MS = 20

interface Report {
  readonly url: string
  readonly form: Readonly<Record<string, string>>
  /** Twilio's token, with which it signs; Africa's Talking does not sign. */
  readonly authToken?: string
}

/** Returns true if a message to this number is accepted and never arrives: the number ends in 9099. */
export const getsLost = (number: string): boolean => number.endsWith('9099')

/**
 * Sends the reports of messages. As with the real vendors, they may arrive twice and out of order: the end first, then
 * an earlier stage, then the end again.
 */
export function openReports(world: World) {
  world.onDue(KIND, async (_key, payload) => {
    const { url, form, authToken } = payload as Report
    const headers = authToken === undefined ? {} : { 'x-twilio-signature': signature(authToken, url, form) }
    // A vendor does not repeat a report that is not accepted.
    await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) }).catch(() => undefined)
  })
  return {
    report(id: string, stage: Report, end: Report): void {
      for (const [at, one] of [end, stage, end].entries())
        world.schedule(KIND, `${id}:${at}`, world.now() + at * APART_MS, one)
    },
  }
}

export type Reports = ReturnType<typeof openReports>

/** Returns Twilio's signature: HMAC-SHA1 of the address and of each name with its value, in the order of the names. */
function signature(authToken: string, url: string, form: Report['form']): string {
  const pairs = Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha1', authToken)
    .update(url + pairs.flat().join(''))
    .digest('base64')
}
