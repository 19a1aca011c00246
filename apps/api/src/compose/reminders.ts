import type { Db } from '../db/index.ts'
import { createRateAlertsModule, type RateAlertsDeps } from '../modules/rate-alerts/index.ts'
import { createRecipientsModule } from '../modules/recipients/index.ts'
import { createRemindersModule, endRemindersTo } from '../modules/reminders/index.ts'

type RecipientsDeps = Parameters<typeof createRecipientsModule>[0]

/** Composes saved recipients, the reminders that end with them, and rate alerts. */
export function composeReminders({
  rails,
  limits,
  ...deps
}: RateAlertsDeps & { readonly db: Db } & Pick<RecipientsDeps, 'rails' | 'limits'>) {
  const { db, audit } = deps
  const recipients = createRecipientsModule({
    db,
    rails,
    limits,
    onRemoved: (tx, userId, recipientId) => endRemindersTo({ audit }, tx, userId, recipientId),
  })
  const [reminders, rateAlerts] = [createRemindersModule(deps), createRateAlertsModule(deps)]
  return {
    modules: [recipients, reminders, rateAlerts],
    crons: [...reminders.crons, ...rateAlerts.crons],
  }
}
