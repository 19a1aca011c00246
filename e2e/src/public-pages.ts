import { SPEC_STRINGS } from './spec/spec-strings.ts'
import { STEPS } from './spec/spec-strings-signed-out.ts'

/** A public page's title, and texts that it must show. */
export interface PublicPage {
  readonly title: string
  readonly says: readonly string[]
}

type PublicPages = Readonly<Record<string, PublicPage>>

const { contact, landing } = SPEC_STRINGS

/** Shown on every legal page of a sandbox. */
const SAMPLE = 'Sample text of a sandbox'

export const COMPANY: PublicPages = {
  '/': {
    title: 'Send money home. It lands on their phone.',
    says: [...landing.says.heading, ...landing.says.text, 'See all', 'Sesa on your home screen'],
  },
  '/about': { title: 'About Sesa', says: ['How we earn', 'USD 2,000', 'USD 2,999', 'USD 10,000'] },
  '/how-it-works': { title: 'How it works', says: STEPS },
  '/contact-us': { title: 'Contact', says: Object.values(contact.says).flat() },
  '/loans': { title: 'Request Loans', says: ['Coming soon', 'Tell me when it opens'] },
  '/commodities': { title: 'Buy Commodities', says: ['Coming soon', 'Tell me when it opens'] },
  '/testimonials': { title: 'Testimonials', says: ['Sample stories', 'Efua'] },
  '/rates': { title: 'Exchange rates', says: ['Liberia to Ghana', 'United States to Sierra Leone'] },
  '/rates/liberia-to-ghana': {
    title: 'Liberia to Ghana',
    says: ['Our rate today', 'Sample data', 'The other way: Ghana to Liberia'],
  },
}

export const HELP: PublicPages = {
  '/help': {
    title: 'Help',
    says: [
      'Where is my money?',
      'Mobile money',
      'Cash at an agent',
      'Pay by mobile money or card',
      'Bank transfer',
      'Ask us',
    ],
  },
  '/help/bank-transfer': { title: 'Bank transfer', says: ['Coming soon...'] },
  '/help/mobile-money': { title: 'Mobile money', says: ['Lonestar MTN MoMo', 'Afrimoney', 'Arrives in SLE'] },
  '/help/agents': { title: 'Cash at an agent', says: ['about 2% in Liberia'] },
  '/help/pay-by-card': {
    title: 'Pay by mobile money or card',
    says: ['charged in US dollars', 'We never ask for your PIN'],
  },
  '/help/where-is-my-money': { title: 'Where is my money?', says: ['It starts with S-', 'Ask us'] },
  '/help/cancel-or-change': { title: 'Cancel or change a transfer', says: ['within 30 minutes'] },
  '/help/refunds': { title: 'Refunds', says: ['up to 10 days'] },
  '/help/fees-and-rates': { title: 'Fees and rates', says: ['Our margin is part of the rate'] },
  '/help/limits': { title: 'Limits', says: ['24 hours'] },
  '/help/name-does-not-match': { title: 'The name does not match', says: ['Check the number'] },
  '/help/scams': { title: 'Scams: stop and think', says: ['You have never met the person'] },
  '/help/sign-in': { title: 'Sign-in problems', says: ['10 minutes'] },
  '/help/close-account': { title: 'Close your account', says: ['at least 5 years'] },
}

export const LEGAL: PublicPages = {
  '/terms': { title: 'Terms', says: [SAMPLE, 'within 30 minutes of payment', 'Sample Sesa Ltd'] },
  '/privacy': { title: 'Privacy Policy', says: [SAMPLE, 'Act 843', 'no cookie banner'] },
  '/electronic-receipts': { title: 'Electronic receipts', says: [SAMPLE, '15 U.S.C. 7001'] },
  '/fees': {
    title: 'Fees and limits',
    says: ['Our margin', 'Liberia to Ghana', 'United States to Liberia', 'USD 2,999', 'USD 10,000'],
  },
  '/licences': { title: 'Licences', says: [SAMPLE, 'No licence is entered here yet'] },
  '/complaints': { title: 'Complaints', says: ['If you send from Ghana', 'within 5 days', 'Bank of Ghana'] },
  '/accessibility': { title: 'Accessibility', says: ['WCAG) 2.2'] },
  '/security': { title: 'Security', says: ['security.txt'] },
}
