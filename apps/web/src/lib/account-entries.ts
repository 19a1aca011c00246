import * as i18n from '@sesa/contract/i18n'
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
export const SECURITY: AccountEntry = {
  text: i18n.t('Security'),
  href: paths.settings,
  inDrawer: i18n.t('Settings'),
}
export const NOTIFICATIONS: AccountEntry = {
  text: i18n.t('Notifications'),
  href: paths.notifications,
  inDrawer: null,
}
export const DELETE_ACCOUNT: AccountEntry = { text: i18n.t('Delete Account') }

/** Every page of the account, for the Account page of a phone, the side menu and the drawer. */
export const ACCOUNT: readonly AccountGroup[] = [
  {
    title: i18n.t('Money'),
    entries: [
      { text: i18n.t('Recipients'), href: paths.recipients },
      { text: i18n.t('Reminders'), href: paths.reminders },
      { text: i18n.t('Rate alerts'), href: paths.rateAlerts, inDrawer: null },
      { text: i18n.t('Limits'), href: paths.limits },
      { text: i18n.t('Cards'), href: paths.cards, inDrawer: null },
    ],
  },
  {
    title: i18n.t('You'),
    entries: [
      { text: i18n.t('Profile'), href: paths.profile },
      { text: i18n.t('Sender details'), href: paths.senderDetails, inDrawer: null },
      SECURITY,
      NOTIFICATIONS,
      { text: i18n.t('Agreements'), href: paths.agreements, inDrawer: null },
      DELETE_ACCOUNT,
    ],
  },
  {
    title: i18n.t('Help'),
    entries: [
      { text: i18n.t('Messages'), href: paths.messages },
      { text: i18n.t('Help'), href: paths.help },
    ],
  },
]
