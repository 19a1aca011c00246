import { createRecipientsModule, SANDBOX_CHECK_LIMITS, STRICT_CHECK_LIMITS } from '../customers/index.ts'
import { createRateAlertsModule } from './rate-alerts/index.ts'
import type { RateAlertsDeps } from './rate-alerts/service.ts'
import { createEnquiriesModule } from './enquiries/index.ts'
import { SANDBOX_ENQUIRY_LIMITS, STRICT_ENQUIRY_LIMITS } from './enquiries/limits.ts'
import { createNotificationsModule } from './notifications/index.ts'
import type { TellDeps } from './notifications/tell.ts'
import type { WeeklyRatesDeps } from './notifications/weekly-rates.ts'
import { createReceiptsModule } from './receipts/index.ts'
import type { ReceiptsDeps } from './receipts/routes.ts'
import { endRemindersTo } from './reminders/due.ts'
import { createRemindersModule } from './reminders/index.ts'
import { createTrackingModule } from './tracking/index.ts'
import { makeRecipientLink, type TrackingDeps } from './tracking/service.ts'

type SupportDeps = RateAlertsDeps &
  WeeklyRatesDeps &
  Omit<TellDeps, 'trackingLink'> &
  Omit<Parameters<typeof createEnquiriesModule>[0], 'limits'> &
  Pick<Parameters<typeof createRecipientsModule>[0], 'rails'> & {
    readonly publicUrl: string
    readonly isSandbox: boolean
  }

/**
 * Composes saved recipients, the reminders that end with them, rate alerts, the conversations with support, and
 * notifications about transfers.
 */
export function composeSupport({ rails, publicUrl, isSandbox, ...deps }: SupportDeps) {
  const { db, audit } = deps
  const recipients = createRecipientsModule({
    db,
    rails,
    limits: isSandbox ? SANDBOX_CHECK_LIMITS : STRICT_CHECK_LIMITS,
    onRemoved: (tx, userId, recipientId) => endRemindersTo({ audit }, tx, userId, recipientId),
  })
  const [reminders, rateAlerts] = [createRemindersModule(deps), createRateAlertsModule(deps)]
  const limits = isSandbox ? SANDBOX_ENQUIRY_LIMITS : STRICT_ENQUIRY_LIMITS
  const enquiries = createEnquiriesModule({ ...deps, limits })
  const notifications = createNotificationsModule({
    ...deps,
    trackingLink: () => makeRecipientLink(publicUrl),
  })
  return {
    enquiries,
    notifications,
    modules: [recipients, reminders, rateAlerts, enquiries, notifications],
    sweeps: [notifications.createSweep()],
    jobs: [],
    crons: [...reminders.crons, ...rateAlerts.crons, ...notifications.crons],
  }
}

/** Composes what a customer shows of a charged transfer: its receipt, and the page on which the recipient tracks it. */
export const composeReceipts = (deps: ReceiptsDeps & TrackingDeps) => ({
  modules: [createReceiptsModule(deps), createTrackingModule(deps)],
  jobs: [],
  crons: [],
})
