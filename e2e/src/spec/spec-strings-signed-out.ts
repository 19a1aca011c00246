import type { Place } from './spec-places.ts'

const HEADER = ['Home', 'About', 'How it works', 'Contact', 'Send Money']
/** Links of the menu, for visitors and for signed-in customers. */
export const DRAWER = ['About us', 'Contact Us', 'How It Works', 'Send Money']
/** How it works, step by step. */
export const STEPS = [
  'Sign up',
  'Add funds',
  'Choose recipient',
  'Enter amount',
  'Review and confirm',
  'Track',
  'Funds delivered',
  'Peace of mind',
]
const DIAL_CODES = ['+232', '+231', '+233', '+1']

/** The specification's texts for a visitor who is not signed in. */
export const SIGNED_OUT = {
  landing: {
    section: '1',
    route: '/',
    state: 'signed out',
    says: {
      button: ['Send Money'],
      link: ['See all'],
      heading: [
        'Features',
        'Money Transfer',
        'Request Loans',
        'Buy Commodities',
        'Why Choose Us',
        'Swift',
        'Secure',
        'Affordable',
        'Our Reach',
        'Liberia',
        'Ghana',
        'Sierra Leone',
        'Get Started',
        'Testimonials',
      ],
      text: ['Receive via', 'Mobile Money', 'Agent', 'Instant'],
      placeholder: ['Send amount', 'Receive amount'],
    },
  },
  header: { section: '2', route: '/', state: 'signed out', says: { link: [...HEADER, 'Sign in'] } },
  footer: {
    section: '1, 9',
    route: '/',
    state: 'signed out',
    says: {
      heading: ['About', 'Help', 'Contact Info'],
      link: ['Bank transfer', 'Mobile money'],
      text: ['© 2024'],
    },
  },
  drawerSignedOut: {
    section: '2',
    route: '/about',
    state: 'signed out, the drawer open',
    says: { link: [...DRAWER, 'Sign up'] },
  },
  howItWorks: {
    section: '1',
    route: '/how-it-works',
    state: 'signed out',
    says: {
      heading: ['How it works', ...STEPS],
    },
  },
  contact: {
    section: '1',
    route: '/contact-us',
    state: 'signed out',
    says: {
      heading: ['Contact'],
      text: ['Address', 'Phone', 'Email'],
      label: ['Name', 'Email', 'Company', 'Message'],
      button: ['Submit'],
    },
  },
  unknownLogin: {
    section: '2',
    route: '/forgot-password',
    state: 'the login state is unknown',
    says: { text: ['Loading your account'] },
  },
  signIn: {
    section: '2, 5, 9',
    route: '/sign-in',
    state: 'nothing typed',
    says: {
      tab: ['Phone', 'Email'],
      label: ['Phone number'],
      text: ['+231'],
      option: ['International', 'Sierra Leone', 'Liberia', 'Ghana', 'United States', ...DIAL_CODES],
      button: ['Submit'],
    },
  },
  signInToSend: {
    section: '8',
    route: '/sign-in',
    state: 'after trying to send money',
    says: { text: ['Create an account to send money now'] },
  },
  invalidPhone: {
    section: '5, 8',
    route: '/sign-in',
    state: 'an invalid number submitted',
    says: { text: ['Error: Your phone number is not valid'] },
  },
  code: {
    section: '2, 5',
    route: '/sign-in',
    state: 'the code was sent',
    says: { label: ['6-digit code'], button: ['Confirm'] },
  },
  signUp: {
    section: '2',
    route: '/signup',
    state: 'nothing typed',
    says: { label: ['Email', 'Password'], button: ['Sign up'] },
  },
} as const satisfies Record<string, Place>
