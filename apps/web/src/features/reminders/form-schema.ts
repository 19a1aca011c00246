import {
  findCountry,
  type BodyOf,
  type calls,
  type CountryCode,
  type Frequency,
  type Recipient,
  type Reminder,
} from '@sesa/contract'
import { formatAmount, isZero, money, parseAmount, toMinorNumber, type CurrencyCode } from '@sesa/money'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'
import { readDay } from '../../lib/date-range.ts'

export interface ReminderValues extends Record<string, string> {
  recipientId: string
  side: 'send' | 'receive'
  amount: string
  frequency: Frequency
  /** YYYY-MM-DD */
  firstDay: string
}

/** Returns the form's values for an existing reminder. */
export function valuesOf({
  recipient,
  side,
  amount,
  currency,
  frequency,
  firstDay,
}: Reminder): ReminderValues {
  const text = formatAmount(money(amount, currency))
  return { recipientId: recipient.id, side, amount: text, frequency, firstDay }
}

/** Returns the currency of the amount: the customer's own, or the chosen recipient's. */
export function currencyOf(
  { side, recipientId }: ReminderValues,
  recipients: readonly Recipient[],
  sender: CountryCode,
): CurrencyCode {
  const recipient = recipients.find(({ id }) => id === recipientId)
  const country = side === 'send' ? sender : (recipient?.country ?? sender)
  return findCountry(country)?.currency ?? 'USD'
}

type Wanted = BodyOf<typeof calls.createReminder>

interface Terms {
  readonly recipients: readonly Recipient[]
  readonly sender: CountryCode
  /** The current day on the device. */
  readonly today: string
  readonly zone: string
  /** The reminder's first day before the change, which may have passed. */
  readonly before?: string
}

/** Checks all fields at once; the server checks again. */
export function reminderSchema({ recipients, sender, today, zone, before }: Terms) {
  return v.pipe(
    v.custom<ReminderValues>(() => true),
    v.rawTransform(({ dataset, addIssue, NEVER }): Wanted => {
      const values = dataset.value
      const amount = parseAmount(values.amount, currencyOf(values, recipients, sender))
      const isDay = readDay(values.firstDay) !== ''
      const problems: Partial<Record<keyof ReminderValues, string>> = {
        ...(!recipients.some(({ id }) => id === values.recipientId) && {
          recipientId: i18n.t('Choose one of your recipients.'),
        }),
        ...(!amount.ok && { amount: AMOUNT_PROBLEMS[amount.reason] }),
        ...(amount.ok && isZero(amount.money) && { amount: i18n.t('Enter an amount above zero.') }),
        ...(!isDay && { firstDay: i18n.t('Choose the first day.') }),
        ...(isDay &&
          values.firstDay < today &&
          values.firstDay !== before && { firstDay: i18n.t('Choose today or a later day.') }),
      }
      for (const [key, message] of Object.entries(problems)) {
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: values, key, value: values[key] }],
        })
      }
      if (!amount.ok || Object.keys(problems).length > 0) return NEVER
      const { recipientId, side, frequency, firstDay } = values
      return { recipientId, side, frequency, firstDay, zone, amount: toMinorNumber(amount.money) }
    }),
  )
}

type Reason = Extract<ReturnType<typeof parseAmount>, { ok: false }>['reason']

const AMOUNT_PROBLEMS: Readonly<Record<Reason, string>> = {
  empty: i18n.t('Enter an amount.'),
  not_a_number: i18n.t('Enter the amount as a number.'),
  negative: i18n.t('Enter an amount above zero.'),
  too_many_decimals: i18n.t('Use at most two decimals.'),
  too_large: i18n.t('Enter a smaller amount.'),
}
