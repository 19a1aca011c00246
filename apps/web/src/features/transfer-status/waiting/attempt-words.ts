import * as i18n from '@sesa/contract/i18n'
import { formatTime } from '@sesa/ui/format.ts'
import type { Attempt } from '../../../lib/phone-payment.ts'

/** A USSD code, such as `*170#`. */
const CODE = /([*#]\d[\d*]*#)/

/** Returns the link that dials a USSD code: without the escape, phones leave out the # and what follows it. */
export function dialHref(code: string): string {
  return `tel:${code.replaceAll('#', '%23')}`
}

/** Splits a sentence at the code to dial in it. Every second part is a code. */
export function partsOf(sentence: string): readonly string[] {
  return sentence.split(CODE)
}

/** Returns the network's steps. Its short cut, a code alone, is the last one, unless an earlier step has it. */
export function stepsOf(instructions: readonly string[]): readonly string[] {
  const steps = instructions.filter((one) => partsOf(one).join('').replace(CODE, '') !== '')
  const codes = instructions.filter(
    (one) => !steps.includes(one) && !steps.some((step) => step.includes(one)),
  )
  return [...steps, ...codes.map((code) => i18n.t('Or dial {code}.', { code }))]
}

/** Says until when the payer can approve an open attempt. `now` is the server's time in ms. */
export function endText({ endsAt, networkLabel, status }: Attempt, now: number): string {
  const network = networkLabel
  if (endsAt === null) return i18n.t('{network} stops waiting after a few minutes.', { network })
  const count = Math.ceil((Date.parse(endsAt) - now) / 60_000)
  if (count <= 0) return i18n.t('The time is over. We’re asking {network} how it ended.', { network })
  const time = formatTime(endsAt)
  return status === 'code'
    ? i18n.t('Dial it by {time} ({count, plural, one {# minute} other {# minutes}} left).', {
        time,
        count,
      })
    : i18n.t('Approve it by {time} ({count, plural, one {# minute} other {# minutes}} left).', {
        time,
        count,
      })
}

/** Says why the customer cannot pay another way yet, or what a cancelled transfer waits for. */
export function waitText(
  { endsAt, networkLabel: network, status }: Attempt,
  now: number,
  { isCancelled } = { isCancelled: false },
): string {
  if (isCancelled) return i18n.t('We cancel this transfer once {network} has ended the request.', { network })
  if (status === 'code') return i18n.t('Cancel this code first, so that you don’t pay twice.')
  const isAhead = endsAt !== null && Date.parse(endsAt) > now
  return isAhead
    ? i18n.t('You can pay another way once this request has ended, at {time} at the latest.', {
        time: formatTime(endsAt),
      })
    : i18n.t('You can pay another way once this request has ended.')
}
