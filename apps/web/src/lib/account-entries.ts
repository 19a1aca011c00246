import { paths } from './paths.ts'

export interface AccountEntry {
  text: string
  /** None: opens the question whether to delete the account. */
  href?: string
  /** The word in the drawer, where it differs (spec, section 2); null if the drawer leaves it to the other pages. */
  inDrawer?: string | null
}

interface AccountGroup {
  title: string
  entries: readonly AccountEntry[]
}

/** The first entries of the settings' side menu (spec, section 2). */
export const SECURITY: AccountEntry = { text: 'Security', href: paths.settings, inDrawer: 'Settings' }
export const NOTIFICATIONS: AccountEntry = {
  text: 'Notifications',
  href: paths.notifications,
  inDrawer: null,
}
export const DELETE_ACCOUNT: AccountEntry = { text: 'Delete Account' }

/** Every page of the account, for the Account page of a phone, the side menu and the drawer. */
export const ACCOUNT: readonly AccountGroup[] = [
  {
    title: 'Money',
    entries: [
      { text: 'Recipients', href: paths.recipients },
      { text: 'Reminders', href: paths.reminders },
      { text: 'Rate alerts', href: paths.rateAlerts, inDrawer: null },
      { text: 'Limits', href: paths.limits },
      { text: 'Cards', href: paths.cards, inDrawer: null },
    ],
  },
  {
    title: 'You',
    entries: [
      { text: 'Profile', href: paths.profile },
      { text: 'Sender details', href: paths.senderDetails, inDrawer: null },
      SECURITY,
      NOTIFICATIONS,
      { text: 'Agreements', href: paths.agreements, inDrawer: null },
      DELETE_ACCOUNT,
    ],
  },
  {
    title: 'Help',
    entries: [
      { text: 'Messages', href: paths.messages },
      { text: 'Help', href: paths.help },
    ],
  },
]
