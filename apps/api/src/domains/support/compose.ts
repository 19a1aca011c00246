import { createRecipientsModule, SANDBOX_CHECK_LIMITS, STRICT_CHECK_LIMITS } from '../customers/index.ts'
import { createRateAlertsModule } from './rate-alerts/index.ts'
import type { RateAlertsDeps } from './rate-alerts/service.ts'
import { createEnquiriesModule } from './enquiries/index.ts'
import { SANDBOX_ENQUIRY_LIMITS, STRICT_ENQUIRY_LIMITS } from './enquiries/limits.ts'
import { endRemindersTo } from './reminders/due.ts'
import { createRemindersModule } from './reminders/index.ts'

interface SupportDeps
  extends
    RateAlertsDeps,
    Omit<Parameters<typeof createEnquiriesModule>[0], 'limits'>,
    Pick<Parameters<typeof createRecipientsModule>[0], 'rails'> {
  readonly isSandbox: boolean
}

/** Composes saved recipients, the reminders that end with them, rate alerts and the conversations with support. */
export function composeSupport({ rails, isSandbox, ...deps }: SupportDeps) {
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
  return {
    enquiries,
    modules: [recipients, reminders, rateAlerts, enquiries],
    crons: [...reminders.crons, ...rateAlerts.crons],
  }
}
