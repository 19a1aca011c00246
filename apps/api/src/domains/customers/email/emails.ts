import { EMAIL_LINK_PAGES } from '@sesa/contract'
import type { EmailTemplate } from '../../record/index.ts'
import { RESET_WAIT_HOURS } from './addresses-store.ts'
import { LINK_MINUTES } from './links-store.ts'

/** Returns a page URL with the link's token in the fragment, which no server sees. */
const page = (name: keyof typeof EMAIL_LINK_PAGES, token: string, to?: string): string =>
  `${withTo(EMAIL_LINK_PAGES[name], to)}#${token}`

/** Adds the page to continue at. */
const withTo = (path: string, to: string | undefined): string =>
  to === undefined ? path : `${path}?to=${encodeURIComponent(to)}`

const hours = (minutes: number): number => minutes / 60
const NOT_YOU = 'Not you? You can ignore this email.'

/** The emails of this module. */
export const emails = {
  signUp: (token: string, to?: string): EmailTemplate => ({
    subject: 'Confirm your email address',
    paragraphs: [
      `Welcome to Sesa. Confirm your email address to open your account; the link works for ${hours(LINK_MINUTES.sign_up)} hours.`,
      'If you didn’t sign up, ignore this email. We won’t open an account.',
    ],
    action: { label: 'Confirm the address', path: page('verify', token, to) },
  }),
  alreadySignedUp: (to?: string): EmailTemplate => ({
    subject: 'You already have an account',
    paragraphs: [
      'Someone, probably you, tried to open a Sesa account with this address. You already have one. Sign in, or reset your password.',
      NOT_YOU,
    ],
    action: { label: 'Sign in', path: withTo('/sign-in', to) },
  }),
  confirm: (token: string): EmailTemplate => ({
    subject: 'Confirm your email address',
    paragraphs: [
      `Confirm that this is the email address of your Sesa account; the link works for ${hours(LINK_MINUTES.verify)} hours.`,
      'If you have no Sesa account, ignore this email.',
    ],
    action: { label: 'Confirm the address', path: page('verify', token) },
  }),
  reset: (token: string): EmailTemplate => ({
    subject: 'Choose a new password',
    paragraphs: [
      `Choose a new password for your Sesa account; the link works for ${LINK_MINUTES.reset} minutes.`,
      'If you didn’t ask for this, ignore this email. Your password stays the same.',
    ],
    action: { label: 'Choose a new password', path: page('reset', token) },
  }),
  resetNotOpen: (): EmailTemplate => ({
    subject: 'You can’t reset your password by email yet',
    paragraphs: [
      `This address was confirmed recently. To protect your account, you can use it to reset your password ${RESET_WAIT_HOURS} hours after it was confirmed.`,
      'You can sign in now with a code to your phone or a passkey, and set a password in your settings.',
    ],
    action: { label: 'Sign in', path: '/sign-in' },
  }),
  noAccount: (): EmailTemplate => ({
    subject: 'No account with this address',
    paragraphs: [
      'Someone, probably you, asked to reset a Sesa password. No Sesa account has this confirmed email address. You may have signed up with another address or your phone number.',
      NOT_YOU,
    ],
    action: { label: 'Sign in', path: '/sign-in' },
  }),
  changed: (token: string): EmailTemplate => ({
    subject: 'Your email address was changed',
    paragraphs: [
      'We changed the email address on your Sesa account and now use the new one. If this was you, there’s nothing you need to do.',
      `Not you? Undo this within ${hours(LINK_MINUTES.undo) / 24} days. We’ll restore your address and sign out every device.`,
    ],
    action: { label: 'Undo the change', path: page('undo', token) },
  }),
}
