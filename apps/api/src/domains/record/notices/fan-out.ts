import type { NoticeChannels, Notifications } from '@sesa/contract'
import { KINDS, type Kind, type NoticeKind } from './kinds.ts'

/** A customer's switches: the six emails, and the other channels. */
export interface Choices {
  readonly emails: Notifications
  readonly channels: NoticeChannels
}

/** The channels in addition to the app's list. */
export interface FanOut {
  readonly email: boolean
  readonly push: boolean
  readonly sms: boolean
}

/**
 * Decides the channels of a notice. `correction`: it corrects an earlier email, so it is emailed even with its switch off.
 */
export function fanOut(kind: NoticeKind, { emails, channels }: Choices, correction = false): FanOut {
  const { email, push, sms }: Kind = KINDS[kind]
  const switches: Readonly<Record<string, boolean>> = {
    ...emails,
    ...channels.email,
    always: true,
    apart: false,
  }
  const pushSwitches: Readonly<Record<string, boolean>> = { ...channels.push, always: true, never: false }
  return {
    email: switches[email] === true || correction,
    push: pushSwitches[push] === true,
    sms: sms !== undefined && channels.sms[sms],
  }
}
