import {
  createRateAlertsModule,
  type RateAlertsDeps,
  createRemindersModule,
  endRemindersTo,
} from '../domains/support/index.ts'
import {
  createRecipientsModule,
  SANDBOX_CHECK_LIMITS,
  STRICT_CHECK_LIMITS,
} from '../domains/customers/index.ts'

interface RemindersDeps extends RateAlertsDeps, Pick<Parameters<typeof createRecipientsModule>[0], 'rails'> {
  readonly isSandbox: boolean
}

/** Composes saved recipients, the reminders that end with them, and rate alerts. */
export function composeReminders({ rails, isSandbox, ...deps }: RemindersDeps) {
  const { db, audit } = deps
  const recipients = createRecipientsModule({
    db,
    rails,
    limits: isSandbox ? SANDBOX_CHECK_LIMITS : STRICT_CHECK_LIMITS,
    onRemoved: (tx, userId, recipientId) => endRemindersTo({ audit }, tx, userId, recipientId),
  })
  const [reminders, rateAlerts] = [createRemindersModule(deps), createRateAlertsModule(deps)]
  return {
    modules: [recipients, reminders, rateAlerts],
    crons: [...reminders.crons, ...rateAlerts.crons],
  }
}
