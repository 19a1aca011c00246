/**
 * Every word that the specification fixes for a person to see: its labels, titles, buttons, messages, columns and options,
 * by the place and state where they are seen. `journeys/spec-strings.spec.ts` looks for each at its route, at both sizes;
 * `spec-strings.test.ts` fails when a place of this table is looked at nowhere.
 */

/** How a string is found: by the role that it has for a screen reader, or as plain text. */
export type Kind =
  | 'heading'
  | 'link'
  | 'button'
  | 'columnheader'
  | 'img'
  | 'option'
  | 'radio'
  | 'switch'
  | 'tab'
  | 'label'
  | 'placeholder'
  | 'value'
  | 'text'

export interface Place {
  /** Sections of the specification. */
  readonly section: string
  readonly route: string
  readonly state: string
  readonly says: Partial<Record<Kind, readonly string[]>>
}

const HEADER = ['Home', 'About', 'How it works', 'Contact', 'Send Money']
const DRAWER = ['About us', 'Contact Us', 'How It Works', 'Send Money']
const DIAL_CODES = ['+232', '+231', '+233', '+1']

export const SPEC_STRINGS = {
  landing: {
    section: '1',
    route: '/',
    state: 'signed out',
    says: {
      link: ['Send Money', 'See all'],
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
      heading: [
        'How it works',
        'Sign up',
        'Add funds',
        'Choose recipient',
        'Enter amount',
        'Review and confirm',
        'Track',
        'Funds delivered',
        'Peace of mind',
      ],
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
    route: '/sign-in',
    state: 'the login state is unknown',
    says: { text: ['Checking who is signed in'] },
  },
  signIn: {
    section: '2, 5, 9',
    route: '/sign-in',
    state: 'nothing typed',
    says: {
      tab: ['Phone', 'Email'],
      label: ['Phone number'],
      text: ['+231'],
      option: ['Sierra Leone', 'Liberia', 'Ghana', 'United States', ...DIAL_CODES],
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
  setUpProfile: {
    section: '2',
    route: '/me/set-up-profile',
    state: 'the profile is incomplete',
    says: {
      label: ['Name', 'Email', 'Date of birth', 'Country', 'Phone number'],
      text: ['Gender'],
      radio: ['Male', 'Female'],
      value: ['Liberia'],
    },
  },
  drawerSignedIn: {
    section: '2',
    route: '/me/dashboard',
    state: 'the drawer open',
    says: { link: [...DRAWER, 'Transactions', 'Profile', 'Settings'], button: ['Sign out'] },
  },
  dashboard: {
    section: '2',
    route: '/me/dashboard',
    state: 'more transfers than the page shows',
    says: {
      heading: ['Transaction History'],
      columnheader: ['Description', 'Date', 'Amount', 'Status and actions'],
      text: ['Transferred', 'LRD', 'GHS', 'Sent'],
      img: ['from Liberia', 'to Ghana'],
      link: ['View', 'Resend'],
      label: ['Search'],
      button: ['View all'],
    },
  },
  profile: {
    section: '2',
    route: '/me/profile',
    state: 'complete',
    says: { heading: ['Profile'], text: ['Hawa Kollie', '@example.org'], link: ['Edit Profile'] },
  },
  editProfile: {
    section: '2',
    route: '/me/edit-profile',
    state: 'complete',
    says: {
      label: ['Name', 'Email', 'Date of birth', 'Country', 'Phone number'],
      text: ['Gender'],
      radio: ['Male', 'Female'],
      link: ['View Profile'],
      button: ['Save'],
    },
  },
  security: {
    section: '2',
    route: '/me/settings',
    state: 'with a password',
    says: {
      heading: ['Security', 'Change password'],
      label: ['Current password', 'New password', 'Confirm new password'],
      button: ['Change password'],
      text: ['If you have forgotten your password, contact support'],
    },
  },
  settingsMenu: {
    section: '2',
    route: '/me/settings',
    state: 'the side menu',
    says: { link: ['Security', 'Notifications'], button: ['Delete Account'] },
  },
  deleteAccount: {
    section: '2',
    route: '/me/settings',
    state: 'the dialog open',
    says: {
      heading: ['Delete Account'],
      text: ['You are initiating a process to permanently delete your account. Confirm to proceed'],
      button: ['Confirm', 'Close'],
    },
  },
  notifications: {
    section: '2, 3',
    route: '/me/notifications',
    state: 'loaded',
    says: {
      heading: ['Notifications'],
      switch: [
        'Transaction successful',
        'Transaction fails',
        'Rates change',
        'Money received',
        'Loan request successful',
        'Loan request fails',
      ],
      button: ['Save'],
    },
  },
  sendDetails: {
    section: '3, 4, 5, 9',
    route: '/send-money',
    state: 'step 1, nothing typed',
    says: {
      heading: ['Send Money'],
      placeholder: ['Send amount', 'Receive amount'],
      label: ['full name', 'Mobile number', 'Mobile network'],
      text: ['Account type', 'Transfer fee', 'LRD 0.00'],
      radio: ['Mobile money', 'Bank'],
      option: ['MTN', 'Vodafone', 'AirtelTigo'],
      button: ['Continue'],
    },
  },
  bank: {
    section: '3, 4',
    route: '/send-money',
    state: 'step 1, Bank chosen',
    says: { text: ['Coming soon...'], label: ['Account number', 'Bank name'] },
  },
  overview: {
    section: '4',
    route: '/send-money',
    state: 'step 2',
    says: {
      heading: ['Overview'],
      button: ['Edit', 'Pay Now'],
      text: ['Transfer Fees', 'LRD 0.00', 'LRD 10,000.00'],
    },
  },
  cardError: {
    section: '8',
    route: '/send-money',
    state: 'step 2, the card declined: a card_error',
    says: { text: ['Your card was declined.'] },
  },
  validationError: {
    section: '8',
    route: '/send-money',
    state: 'step 2, half a card number: a validation_error',
    says: { text: ['Your card number is incomplete.'] },
  },
  otherCardError: {
    section: '8',
    route: '/send-money',
    state: 'step 2, the provider unreachable while paying',
    says: { text: ['An unexpected error occurred.'] },
  },
  processing: {
    section: '4',
    route: '/send-money',
    state: 'step 2, while the card is confirmed',
    says: { button: ['Processing'] },
  },
  checking: {
    section: '4',
    route: '/transfer-status',
    state: 'while loading',
    says: { text: ['Checking Payment Status'] },
  },
  successful: {
    section: '4',
    route: '/transfer-status',
    state: 'the intent succeeded',
    says: { heading: ['Payment Successful'], text: ['Payment succeeded!'] },
  },
  intentProcessing: {
    section: '4',
    route: '/transfer-status',
    state: 'the intent is processing',
    says: { text: ['Your payment is processing.'] },
  },
  intentUnpaid: {
    section: '4, 8',
    route: '/transfer-status',
    state: 'the intent requires another payment method',
    says: {
      heading: ['Payment Failed'],
      text: ['Your payment was not successful, please try again.'],
    },
  },
  intentOther: {
    section: '4',
    route: '/transfer-status',
    state: 'the intent has any other status',
    says: { text: ['Something went wrong.'] },
  },
} as const satisfies Record<string, Place>

export type PlaceName = keyof typeof SPEC_STRINGS

/** Each string of a place, with how it is found. */
export function stringsOf(place: Place): { kind: Kind; text: string }[] {
  return (Object.entries(place.says) as [Kind, readonly string[]][]).flatMap(([kind, texts]) =>
    texts.map((text) => ({ kind, text })),
  )
}

/** How many strings the table holds. */
export function countStrings(): number {
  return Object.values(SPEC_STRINGS).reduce((sum, place) => sum + stringsOf(place).length, 0)
}
