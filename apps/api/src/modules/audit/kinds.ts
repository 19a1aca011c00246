type Details = Readonly<Record<string, string | boolean | number | readonly string[]>>

interface Kind {
  /** What the person reads in their list. */
  readonly text: (details: Details) => string
  /** What is mailed to the account's confirmed address at once; a function may decide against it. */
  readonly notice?: (details: Details) => string | null
}

const METHODS: Readonly<Record<string, string>> = {
  phone: 'a code to your phone',
  password: 'your password',
  email: 'a link to your email address',
  passkey: 'a passkey',
  google: 'Google',
  firebase: 'your phone or Google',
}

const transfer = ({ reference }: Details): string => `transfer ${String(reference)}`

const method = ({ method: name }: Details): string => METHODS[String(name)] ?? 'a sign-in'

/** Everything that the record of an account can hold, and what the person is told of it. No text holds personal data. */
export const KINDS = {
  account_created: { text: () => 'Account opened' },
  signed_in: {
    text: (details) => `Signed in with ${method(details)}`,
    notice: (details) =>
      details['newDevice'] === true ? `Somebody signed in with ${method(details)} on a new device.` : null,
  },
  proved: { text: (details) => `Confirmed with ${method(details)}` },
  signed_out: { text: () => 'Signed out' },
  session_ended: { text: () => 'A device was signed out' },
  sessions_ended: { text: () => 'All other devices were signed out' },
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
  profile_changed: { text: () => 'Profile changed' },
  sender_details_changed: { text: () => 'Sender details changed' },
  password_set: { text: () => 'Password set', notice: () => 'A password was set for your account.' },
  password_changed: { text: () => 'Password changed', notice: () => 'Your password was changed.' },
  password_reset: {
    text: () => 'Password chosen anew by email',
    notice: () => 'Your password was chosen anew with a link sent to this address.',
  },
  email_verified: { text: () => 'Email address confirmed' },
  email_change_asked: {
    text: () => 'Change of the email address asked for',
    notice: () =>
      'A change of your email address was asked for. It takes effect when the new address is confirmed.',
  },
  email_changed: { text: () => 'Email address changed' },
  email_change_undone: {
    text: () => 'Change of the email address taken back',
    notice: () => 'The change of your email address was taken back, and every device was signed out.',
  },
  phone_linked: {
    text: () => 'Phone number added',
    notice: () => 'A phone number was added to your account.',
  },
  phone_changed: {
    text: () => 'Phone number changed',
    notice: () => 'The phone number of your account was changed.',
  },
  passkey_added: { text: () => 'Passkey added', notice: () => 'A passkey was added to your account.' },
  passkey_removed: {
    text: () => 'Passkey removed',
    notice: () => 'A passkey was removed from your account.',
  },
  google_linked: { text: () => 'Google added', notice: () => 'Google was added as a way to sign in.' },
  google_removed: { text: () => 'Google removed', notice: () => 'Google was removed as a way to sign in.' },
  data_exported: { text: () => 'Data downloaded', notice: () => 'A copy of your data was downloaded.' },
  account_closed: {
    text: () => 'Account closed',
    notice: () => 'Your account was closed, and you were signed out everywhere.',
  },
  transfer_paid: { text: (details) => `Card charged for ${transfer(details)}` },
  transfer_sent: { text: (details) => `Money of ${transfer(details)} arrived` },
  transfer_payout_failed: {
    text: (details) => `Money of ${transfer(details)} could not be delivered and goes back`,
  },
  transfer_refunded: { text: (details) => `Charge of ${transfer(details)} went back to the card` },
  transfer_cancelled: { text: (details) => `Payment of ${transfer(details)} closed without a charge` },
  transfer_held: { text: (details) => `We began to look at ${transfer(details)}` },
  transfer_released: { text: (details) => `We finished looking at ${transfer(details)}` },
} as const satisfies Record<string, Kind>

export type EventKind = keyof typeof KINDS
export type EventDetails = Details

/** What a person reads of an event; a kind of a later release is shown by its name. */
export function eventText(kind: string, details: Details): string {
  const known: Readonly<Record<string, Kind>> = KINDS
  return known[kind]?.text(details) ?? kind.replaceAll('_', ' ')
}

/** The notice an event is worth, or null. */
export function noticeText(kind: EventKind, details: Details): string | null {
  const known: Kind = KINDS[kind]
  return known.notice?.(details) ?? null
}
