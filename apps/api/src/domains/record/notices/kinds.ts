import type { NoticeChannels, Notifications } from '@sesa/contract'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How push services treat a message: `high` wakes the device, `normal` waits until it is awake. */
export type Urgency = 'high' | 'normal'

export interface Kind {
  /** The switch for the email. `always`: it cannot be switched off. `apart`: the event's module sends its own messages. */
  readonly email: keyof Notifications | keyof NoticeChannels['email'] | 'always' | 'apart'
  /** The switch for the push notification. `always`: it cannot be switched off. `never`: there is none. */
  readonly push: keyof NoticeChannels['push'] | 'always' | 'never'
  /** The switch for the text to the customer's own number; without one there is no text. */
  readonly sms?: keyof NoticeChannels['sms']
  /** The push notification: a generic sentence without amounts or names, since others see a lock screen. */
  readonly sentence: string
  readonly urgency: Urgency
  /** Seconds for which the push service keeps the notification for a device that is off. */
  readonly ttl: number
}

/** Every kind of notice, and the switches for its channels. The app always lists it. */
export const KINDS = {
  receipt: {
    email: 'always',
    push: 'never',
    sms: 'transfers',
    sentence: 'Your receipt',
    urgency: 'normal',
    ttl: HOUR,
  },
  transaction_successful: {
    email: 'transactionSuccessful',
    push: 'transfers',
    sms: 'transfers',
    sentence: 'Your transfer arrived',
    urgency: 'high',
    ttl: 24 * HOUR,
  },
  transaction_fails: {
    email: 'transactionFails',
    push: 'transfers',
    sentence: 'We couldn’t deliver your transfer',
    urgency: 'high',
    ttl: 24 * HOUR,
  },
  transaction_refunded: {
    email: 'transactionFails',
    push: 'transfers',
    sentence: 'We refunded your transfer',
    urgency: 'normal',
    ttl: 24 * HOUR,
  },
  transaction_held: {
    email: 'always',
    push: 'transfers',
    sentence: 'We’re reviewing your transfer',
    urgency: 'normal',
    ttl: 24 * HOUR,
  },
  transaction_released: {
    email: 'always',
    push: 'transfers',
    sentence: 'We’ve reviewed your transfer',
    urgency: 'normal',
    ttl: 24 * HOUR,
  },
  payment_ended: {
    email: 'transactionFails',
    push: 'transfers',
    sentence: 'Your payment ended without approval',
    urgency: 'high',
    ttl: HOUR,
  },
  debit_started: {
    email: 'always',
    push: 'transfers',
    sentence: 'Your bank is being asked for your payment',
    urgency: 'normal',
    ttl: 24 * HOUR,
  },
  debit_failed: {
    email: 'always',
    push: 'transfers',
    sentence: 'Your bank didn’t pay for your transfer',
    urgency: 'high',
    ttl: 24 * HOUR,
  },
  money_received: {
    email: 'moneyReceived',
    push: 'moneyReceived',
    sentence: 'You received money',
    urgency: 'high',
    ttl: 24 * HOUR,
  },
  rates_change: {
    email: 'ratesChange',
    push: 'ratesChange',
    sentence: 'Your exchange rates have changed',
    urgency: 'normal',
    ttl: 24 * HOUR,
  },
  security: {
    email: 'apart',
    push: 'always',
    sentence: 'Security alert for your account',
    urgency: 'high',
    ttl: 24 * HOUR,
  },
  identity_check: {
    email: 'always',
    push: 'always',
    sentence: 'News about your identity check',
    urgency: 'normal',
    ttl: 24 * HOUR,
  },
  reminder_due: {
    email: 'reminders',
    push: 'reminders',
    sentence: 'You have a reminder to send money',
    urgency: 'normal',
    ttl: 12 * HOUR,
  },
  rate_alert: {
    email: 'rateAlerts',
    push: 'rateAlerts',
    sentence: 'A rate you watch has moved',
    urgency: 'normal',
    ttl: 4 * HOUR,
  },
  enquiry_answered: {
    email: 'supportAnswers',
    push: 'supportAnswers',
    sentence: 'Support has answered you',
    urgency: 'normal',
    ttl: 24 * HOUR,
  },
} as const satisfies Record<string, Kind>

export type NoticeKind = keyof typeof KINDS

/** Returns the definition of a kind; undefined for one of a later release. */
export function kindOf(kind: string): Kind | undefined {
  const known: Readonly<Record<string, Kind>> = KINDS
  return Object.hasOwn(known, kind) ? known[kind] : undefined
}
