import type { Place } from './spec-places.ts'
import { DRAWER } from './spec-strings-signed-out.ts'

/** The specification's texts for a signed-in customer, payment included. */
export const SIGNED_IN = {
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
      text: ['Transfer fee', 'LRD 0.00', 'LRD 10,000.00'],
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
    state: 'the intent succeeded, with the details open',
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
  unknownPayment: {
    section: '4',
    route: '/transfer-status',
    state: 'the payment is missing or unknown',
    says: { heading: ['Payment Failed'] },
  },
  intentOther: {
    section: '4',
    route: '/transfer-status',
    state: 'the intent has any other status',
    says: { text: ['Something went wrong.'] },
  },
} as const satisfies Record<string, Place>
