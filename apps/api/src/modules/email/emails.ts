import { EMAIL_LINK_PAGES } from '@sesa/contract'
import type { EmailTemplate } from '../messages/index.ts'
import { RESET_WAIT_HOURS } from './addresses-store.ts'
import { LINK_MINUTES } from './links-store.ts'

/** A page of ours with the link's token in the fragment, which no server sees. */
const page = (name: keyof typeof EMAIL_LINK_PAGES, token: string, to?: string): string =>
  `${withTo(EMAIL_LINK_PAGES[name], to)}#${token}`

/** The page, which goes on to `to` when its work is done. */
const withTo = (path: string, to: string | undefined): string =>
  to === undefined ? path : `${path}?to=${encodeURIComponent(to)}`

const hours = (minutes: number): number => minutes / 60
const NOT_YOU = 'If it was not you, there is nothing to do.'

/** The emails of this module. */
export const emails = {
  signUp: (token: string, to?: string): EmailTemplate => ({
    subject: 'Confirm your email address',
    paragraphs: [
      `Welcome to Sesa. Confirm your email address to open your account; the link works for ${hours(LINK_MINUTES.sign_up)} hours.`,
      'If you did not sign up, ignore this message: no account is opened.',
    ],
    action: { label: 'Confirm the address', path: page('verify', token, to) },
  }),
  alreadySignedUp: (to?: string): EmailTemplate => ({
    subject: 'You already have an account',
    paragraphs: [
      'Someone, probably you, wanted to open a Sesa account with this address. There is one already: sign in, or choose a new password if you forgot yours.',
      NOT_YOU,
    ],
    action: { label: 'Sign in', path: withTo('/sign-in', to) },
  }),
  confirm: (token: string): EmailTemplate => ({
    subject: 'Confirm your email address',
    paragraphs: [
      `Confirm that this is the email address of your Sesa account; the link works for ${hours(LINK_MINUTES.verify)} hours.`,
      'If you have no Sesa account, ignore this message.',
    ],
    action: { label: 'Confirm the address', path: page('verify', token) },
  }),
  reset: (token: string): EmailTemplate => ({
    subject: 'Choose a new password',
    paragraphs: [
      `Choose a new password for your Sesa account; the link works for ${LINK_MINUTES.reset} minutes.`,
      'If you did not ask for it, ignore this message: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', path: page('reset', token) },
  }),
  resetNotOpen: (): EmailTemplate => ({
    subject: 'Password reset is not open yet',
    paragraphs: [
      `This address was confirmed recently. To protect the account, it can reset the password ${RESET_WAIT_HOURS} hours after it was confirmed.`,
      'You can sign in now with a code to your phone or a passkey, and set a password in your settings.',
    ],
    action: { label: 'Sign in', path: '/sign-in' },
  }),
  noAccount: (): EmailTemplate => ({
    subject: 'No account with this address',
    paragraphs: [
      'Someone, probably you, wanted to choose a new password for a Sesa account. There is none with this confirmed email address: you may have signed up with another address or with your phone number.',
      NOT_YOU,
    ],
    action: { label: 'Sign in', path: '/sign-in' },
  }),
  changed: (token: string): EmailTemplate => ({
    subject: 'Your email address was changed',
    paragraphs: [
      'The email address of your Sesa account was changed; mail now goes to the new one. If this was you, there is nothing to do.',
      `If it was not you, take it back within ${hours(LINK_MINUTES.undo) / 24} days: your address comes back, and every device is signed out.`,
    ],
    action: { label: 'Undo the change', path: page('undo', token) },
  }),
}
