import type { NoticeChannels, Notifications } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'

export type Kind = keyof Notifications

/** All choices that one Save stores. */
export interface Choices {
  notifications: Notifications
  channels: NoticeChannels
}

/** Unsaved changes. */
export interface Changes {
  notifications: Partial<Notifications>
  email: Partial<NoticeChannels['email']>
  push: Partial<NoticeChannels['push']>
  sms: Partial<NoticeChannels['sms']>
}

export const NO_CHANGES: Changes = { notifications: {}, email: {}, push: {}, sms: {} }

interface Switched<K> {
  kind: K
  label: string
  hint: string
}

const LOANS = i18n.t('Loans are coming soon.')

/** The six kinds of email, in the order of the page. */
export const KINDS: readonly Switched<Kind>[] = [
  {
    kind: 'transactionSuccessful',
    label: i18n.t('Transaction successful'),
    hint: i18n.t('When money you sent has arrived.'),
  },
  {
    kind: 'transactionFails',
    label: i18n.t('Transaction fails'),
    hint: i18n.t('When we can’t deliver a transfer, and when we’ve refunded you.'),
  },
  {
    kind: 'ratesChange',
    label: i18n.t('Rates change'),
    hint: i18n.t('When your rate moves more than 2%. Weekly at most.'),
  },
  {
    kind: 'moneyReceived',
    label: i18n.t('Money received'),
    hint: i18n.t('When someone sends money to your number.'),
  },
  { kind: 'loanRequestSuccessful', label: i18n.t('Loan request successful'), hint: LOANS },
  { kind: 'loanRequestFails', label: i18n.t('Loan request fails'), hint: LOANS },
]

/** Kinds that have a switch per channel. */
export const BOTH: readonly Switched<keyof NoticeChannels['email']>[] = [
  { kind: 'reminders', label: i18n.t('Reminders'), hint: i18n.t('On the days you chose to send money.') },
  {
    kind: 'rateAlerts',
    label: i18n.t('Rate alerts'),
    hint: i18n.t('When a rate you watch gets where you want it.'),
  },
  {
    kind: 'supportAnswers',
    label: i18n.t('Answers from support'),
    hint: i18n.t('When we answer your message.'),
  },
]

/** Push notifications about kinds whose email is among the six. */
export const PUSHED: readonly Switched<
  Exclude<keyof NoticeChannels['push'], keyof NoticeChannels['email']>
>[] = [
  {
    kind: 'transfers',
    label: i18n.t('Transfers you send'),
    hint: i18n.t('When a transfer arrives, can’t be delivered, is refunded or is under review.'),
  },
  {
    kind: 'moneyReceived',
    label: i18n.t('Money you receive'),
    hint: i18n.t('When someone sends money to your number.'),
  },
  { kind: 'ratesChange', label: i18n.t('Weekly rates'), hint: i18n.t('When your rate moves more than 2%.') },
]

/** Returns the changes that differ from the saved choices; a switch turned on and off again is not a change. */
export function changesBeyond<Saved extends object>(saved: Saved, changes: Partial<Saved>): Partial<Saved> {
  const differing = (Object.keys(changes) as (keyof Saved)[]).filter(
    (name) => changes[name] !== undefined && changes[name] !== saved[name],
  )
  return Object.fromEntries(differing.map((name) => [name, changes[name]])) as Partial<Saved>
}

/** Returns the saved choices with the changes applied. */
export function withChanges({ notifications, channels }: Choices, changes: Changes): Choices {
  return {
    notifications: { ...notifications, ...changes.notifications },
    channels: {
      email: { ...channels.email, ...changes.email },
      push: { ...channels.push, ...changes.push },
      sms: { ...channels.sms, ...changes.sms },
    },
  }
}

/** Returns true when saving would change something. */
export function isChanged({ notifications, channels }: Choices, changes: Changes): boolean {
  return [
    changesBeyond(notifications, changes.notifications),
    changesBeyond(channels.email, changes.email),
    changesBeyond(channels.push, changes.push),
    changesBeyond(channels.sms, changes.sms),
  ].some((beyond) => Object.keys(beyond).length > 0)
}
