import {
  type PersonalData,
  findDraft,
  removeDraft,
  exportRecipients,
  forgetRecipients,
} from '../domains/customers/index.ts'
import {
  exportThreads,
  forgetInterests,
  forgetThreads,
  interestsOf,
  exportAlerts,
  forgetAlerts,
  exportReminders,
  forgetReminders,
  forgetNotifications,
  readSettings,
  exportLinks,
  forgetLinks,
} from '../domains/support/index.ts'
import { exportFraud, forgetDevices } from '../domains/risk/index.ts'
import {
  exportIdentityChecks,
  forgetIdentityChecks,
  exportScreening,
  forgetScreening,
} from '../domains/compliance/index.ts'
import { exportNotes, forgetNotes } from '../domains/office/index.ts'
import { exportNotices, forgetNotices } from '../domains/record/index.ts'
import {
  exportFormerNumbers,
  exportTransfers,
  forgetFrozenSenders,
  paidSince,
  rememberNumber,
} from '../domains/transfers/index.ts'

/** The personal data around money; transfers, with their recipients, stay when a customer leaves. */
export const MONEY_DATA: readonly PersonalData[] = [
  // Erases the frozen copies of the sender's identity: the locked record holds them now.
  { name: 'transfers', exportFor: exportTransfers, forget: forgetFrozenSenders },
  { name: 'identityChecks', exportFor: exportIdentityChecks, forget: forgetIdentityChecks },
  { name: 'fraud', exportFor: exportFraud, forget: forgetDevices },
  { name: 'checks', exportFor: exportScreening, forget: forgetScreening },
  // Numbers given up earlier stay as well, until nothing sent from them counts towards a limit.
  { name: 'formerNumbers', exportFor: exportFormerNumbers, forget: rememberNumber },
  // Before the recipients, whom they name.
  { name: 'reminders', exportFor: exportReminders, forget: forgetReminders },
  { name: 'rateAlerts', exportFor: exportAlerts, forget: forgetAlerts },
  { name: 'recipients', exportFor: exportRecipients, forget: forgetRecipients },
  {
    name: 'draft',
    exportFor: async (db, userId) => (await findDraft({ db, paidSince }, db, userId))?.content ?? null,
    forget: removeDraft,
  },
  { name: 'trackingLinks', exportFor: exportLinks, forget: forgetLinks },
  { name: 'interests', exportFor: interestsOf, forget: forgetInterests },
  { name: 'enquiries', exportFor: exportThreads, forget: forgetThreads },
  { name: 'staffNotes', exportFor: exportNotes, forget: forgetNotes },
  { name: 'notifications', exportFor: readSettings, forget: forgetNotifications },
  { name: 'notices', exportFor: exportNotices, forget: forgetNotices },
]
