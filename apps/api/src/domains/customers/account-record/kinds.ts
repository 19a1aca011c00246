type Details = Readonly<Record<string, string | boolean | number | readonly string[]>>

interface Kind {
  /** Text in the customer's activity list. */
  readonly text: (details: Details) => string
  /** The notice sent immediately to the owner; null sends none. */
  readonly notice?: (details: Details) => string | null
  /** The notice's channel; by default email, or SMS while no address is confirmed. The app always lists it. */
  readonly by?: NoticeBy
}

/** `either` is email, or SMS while no address is confirmed. `app`: listed only in the app. */
export type NoticeBy = 'either' | 'both' | 'email' | 'sms' | 'app'

const METHODS: Readonly<Record<string, string>> = {
  phone: 'a code to your phone',
  password: 'your password',
  email: 'a link to your email address',
  email_code: 'a code to your email address',
  passkey: 'a passkey',
  google: 'Google',
  firebase: 'your phone or Google',
}

/** The words for each way to pay. Events of earlier releases name none, since customers could pay only by card. */
const PAYERS: Readonly<Record<string, readonly [payer: string, way: string]>> = {
  momo: ['wallet', 'by mobile money'],
  bank_debit: ['bank account', 'from a bank account'],
}
const payerOf = ({ by }: Details): readonly [payer: string, way: string] =>
  PAYERS[String(by)] ?? ['card', 'by card']

const transfer = ({ reference }: Details): string => `Transfer ${String(reference)}`

const method = ({ method: name }: Details): string => METHODS[String(name)] ?? 'a sign-in'

const failures = (details: Details): string =>
  details['count'] === 1
    ? `A sign-in with ${method(details)} failed`
    : `${Number(details['count'])} sign-ins with ${method(details)} failed in one day`

/** Every kind of event in an account's record, with its texts. No text holds personal data. */
export const KINDS = {
  account_created: { text: () => 'Account opened' },
  signed_in: {
    text: (details) => `Signed in with ${method(details)}`,
    notice: (details) =>
      details['newDevice'] === true ? `Someone signed in with ${method(details)} on a new device.` : null,
  },
  sign_in_failed: {
    text: failures,
    notice: (details) => (Number(details['count']) > 1 ? `${failures(details)}.` : null),
  },
  proved: { text: (details) => `Confirmed with ${method(details)}` },
  signed_out: { text: () => 'Signed out' },
  session_copied: {
    text: () => 'We blocked a copied sign-in',
    notice: () =>
      'Another browser used a copy of your sign-in. We refused it and signed that device out. You can sign in again.',
  },
  session_ended: {
    text: () => 'A device was signed out',
    notice: () => 'A device was signed out of your account.',
    by: 'app',
  },
  sessions_ended: {
    text: () => 'All other devices were signed out',
    notice: () => 'All other devices were signed out of your account.',
  },
  signed_out_by_us: {
    text: () => 'We signed you out everywhere',
    notice: ({ everyone }) =>
      everyone === true ? null : 'We signed your account out on every device. You can sign in again.',
  },
  number_unlocked: {
    text: () => 'We allowed codes to your phone again',
    notice: () => 'After too many wrong codes, we allowed codes to your phone number again.',
  },
  account_locked: {
    text: () => 'We locked the account',
    notice: () =>
      'We locked your account, and you were signed out everywhere. Our support can tell you more.',
  },
  account_unlocked: {
    text: () => 'We unlocked the account',
    notice: () => 'We unlocked your account. You can sign in again.',
  },
  // Without a notice: the next payment shows it, and a notice would warn a thief.
  account_held: { text: () => 'We stopped new transfers from the account' },
  account_hold_lifted: { text: () => 'We allowed new transfers from the account again' },
  profile_changed: { text: () => 'Profile changed' },
  sender_details_changed: {
    text: () => 'Sender details changed',
    notice: () => 'Your sender details were changed.',
    by: 'app',
  },
  identity_check_started: { text: () => 'Identity check started' },
  // Without a notice: the check sends its own.
  identity_verified: { text: () => 'Identity confirmed' },
  identity_check_ended: {
    text: () => 'The identity check no longer counts',
    notice: () =>
      'Your details differ from your document now, so your limits are lower. Check your identity again.',
    by: 'app',
  },
  name_verified: {
    text: () => 'Name changed to the one on your document',
    notice: () => 'Your name was changed to the one on your document.',
    by: 'app',
  },
  name_corrected: {
    text: () => 'Name corrected by our staff',
    notice: () =>
      'We corrected your name to the one on the document that you showed us. Look at it in your profile.',
    by: 'email',
  },
  password_set: { text: () => 'Password set', notice: () => 'A password was set for your account.' },
  password_changed: { text: () => 'Password changed', notice: () => 'Your password was changed.' },
  password_reset: {
    text: () => 'Password reset by email',
    notice: () => 'Your password was reset with a link sent to your email address.',
    // A thief may control the mailbox.
    by: 'both',
  },
  email_verified: {
    text: () => 'Email address confirmed',
    notice: () => 'An email address was confirmed for your account.',
    by: 'sms',
  },
  email_change_asked: {
    text: () => 'Email change requested',
    notice: () =>
      'A change of your email address was requested. It takes effect when the new address is confirmed.',
  },
  email_changed: {
    text: () => 'Email address changed',
    // The old address gets its own email, with a link that reverts the change.
    notice: () => 'The email address of your account was changed.',
    by: 'sms',
  },
  email_change_undone: {
    text: () => 'Email change undone',
    notice: () => 'The change of your email address was undone, and every device was signed out.',
  },
  phone_linked: {
    text: () => 'Phone number added',
    notice: () => 'A phone number was added to your account.',
    // An SMS would only reach the number that was just added.
    by: 'email',
  },
  phone_changed: {
    text: () => 'Phone number changed',
    notice: () => 'The phone number of your account was changed.',
    // The old number gets its own SMS.
    by: 'email',
  },
  payer_number_added: {
    text: () => 'Number to pay from added',
    notice: () => 'A number to pay from was added to your account.',
  },
  payer_number_removed: {
    text: () => 'Number to pay from removed',
    notice: () => 'A number to pay from was removed from your account.',
  },
  payer_number_ended: {
    text: () => 'Number to pay from confirmed by another account',
    notice: () =>
      'A number that you paid from now belongs to another account, because its holder confirmed it there.',
  },
  passkey_added: { text: () => 'Passkey added', notice: () => 'A passkey was added to your account.' },
  passkey_removed: {
    text: () => 'Passkey removed',
    notice: () => 'A passkey was removed from your account.',
  },
  card_saved: { text: () => 'Card saved' },
  card_removed: { text: () => 'Card removed' },
  reminder_set: { text: () => 'Reminder set' },
  reminder_changed: { text: () => 'Reminder changed' },
  reminder_paused: { text: () => 'Reminder paused' },
  reminder_resumed: { text: () => 'Reminder resumed' },
  reminder_ended: {
    text: ({ reason }) => (reason === 'recipient' ? 'Reminder ended with its recipient' : 'Reminder ended'),
  },
  rate_alert_set: { text: () => 'Rate alert set' },
  rate_alert_ended: {
    text: ({ by }) => (by === 'link' ? 'Rate alert switched off by email' : 'Rate alert deleted'),
  },
  google_linked: { text: () => 'Google added', notice: () => 'Google was added as a way to sign in.' },
  google_removed: { text: () => 'Google removed', notice: () => 'Google was removed as a way to sign in.' },
  data_exported: { text: () => 'Data downloaded', notice: () => 'A copy of your data was downloaded.' },
  account_closed: {
    text: () => 'Account closed',
    notice: () => 'Your account was closed, and you were signed out everywhere.',
  },
  transfer_debiting: { text: (details) => `${transfer(details)}: bank asked to pay` },
  transfer_paid: {
    text: (details) => `${transfer(details)}: ${payerOf(details)[0]} charged`,
    // A thief pays a wallet that the owner has never paid.
    notice: (details) =>
      details['newRecipient'] === true
        ? `${transfer(details)} to a new recipient was paid ${payerOf(details)[1]}.`
        : null,
  },
  transfer_sent: { text: (details) => `${transfer(details)} delivered` },
  transfer_payout_failed: {
    text: (details) => `${transfer(details)} couldn’t be delivered; refund started`,
  },
  transfer_refunded: {
    text: (details) => `${transfer(details)} refunded to the ${payerOf(details)[0]}`,
  },
  transfer_cancelled: { text: (details) => `${transfer(details)} cancelled` },
  transfer_held: { text: (details) => `${transfer(details)}: review started` },
  transfer_released: { text: (details) => `${transfer(details)}: review finished` },
} as const satisfies Record<string, Kind>

export type EventKind = keyof typeof KINDS
export type EventDetails = Details

/** Returns the text of an event, or the name of a kind from a later release. */
export function eventText(kind: string, details: Details): string {
  const known: Readonly<Record<string, Kind>> = KINDS
  return known[kind]?.text(details) ?? kind.replaceAll('_', ' ')
}

/** Returns the notice of an event and its channel, or null. */
export function noticeOf(kind: EventKind, details: Details): { text: string; by: NoticeBy } | null {
  const { notice, by = 'either' }: Kind = KINDS[kind]
  const text = notice?.(details) ?? null
  return text === null ? null : { text, by }
}
