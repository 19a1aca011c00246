import { useQueryClient } from '@tanstack/react-query'
import { calls, type CountryCode, type Recipient, type Reminder } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { deviceZone } from '@sesa/ui/format.ts'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { dayOf } from '../../lib/date-range.ts'
import { useRememberedForm } from '../../lib/forms/remembered-form.ts'
import { networkName } from '../../lib/recipients.ts'
import { currencyOf, reminderSchema, type ReminderValues } from './form-schema.ts'
import { remindersKey } from './use-reminders.ts'
import { formMemory } from '../../lib/forms/form-memory.ts'

const reminderFormMemory = formMemory<ReminderValues>()

export interface ReminderFormProps {
  owner: string
  sender: CountryCode
  /** The recipients to whom the customer can send. */
  recipients: readonly Recipient[]
  /** The reminder to change; null to set one. */
  reminder: Reminder | null
  initial: ReminderValues
  onErrors: (hasErrors: boolean) => void
  onSaved: () => void
  onCancel: () => void
}

/** Sets or changes a reminder. */
export default function ReminderForm(props: ReminderFormProps) {
  const { owner, sender, recipients, reminder, initial, onErrors, onSaved, onCancel } = props
  const client = useQueryClient()
  const zone = deviceZone()
  const today = dayOf(new Date(serverNow()))
  const form = useRememberedForm({
    keeper: reminderFormMemory,
    uid: `${owner} ${reminder?.id ?? ''}`,
    onErrors,
    schema: reminderSchema({
      recipients,
      sender,
      today,
      zone,
      ...(reminder && { before: reminder.firstDay }),
    }),
    initial,
    onSubmit: async (body) => {
      const { error } =
        reminder === null
          ? await tryCall(calls.createReminder, { body })
          : await tryCall(calls.updateReminder, { body, params: { id: reminder.id } })
      if (error) return error
      reminderFormMemory.forget()
      await client.invalidateQueries({ queryKey: remindersKey(owner) })
      onSaved()
      return null
    },
  })
  const { values } = form
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <Card className="flex flex-col gap-6">
        <SelectField
          {...form.field('recipientId')}
          label={i18n.t('Recipient')}
          placeholder={i18n.t('Choose a recipient')}
          options={recipients.map((recipient) => ({
            value: recipient.id,
            label: `${recipient.nickname ?? recipient.name}, ${networkName(recipient)} ${recipient.phone.slice(-4)}`,
          }))}
        />
        <RadioGroup
          {...form.field('side')}
          label={i18n.t('Keep the same')}
          inline
          options={[
            { value: 'send', label: i18n.t('Amount you send') },
            { value: 'receive', label: i18n.t('Amount they get') },
          ]}
        />
        <MoneyField
          {...form.field('amount')}
          label={i18n.t('Amount')}
          hint={i18n.t('You’ll see the rate and fee of the day before you pay.')}
          currency={currencyOf(values, recipients, sender)}
        />
        <RadioGroup
          {...form.field('frequency')}
          label={i18n.t('How often')}
          inline
          options={[
            { value: 'once', label: i18n.t('Once') },
            { value: 'weekly', label: i18n.t('Every week') },
            { value: 'monthly', label: i18n.t('Every month') },
          ]}
        />
        <TextField
          {...form.field('firstDay')}
          type="date"
          label={values.frequency === 'once' ? i18n.t('Day') : i18n.t('First day')}
          hint={i18n.t('We remind you at 9:00 in the morning.')}
        />
      </Card>
      <p className="text-muted">
        {i18n.t('A reminder pays nothing by itself. You always press Pay yourself.')}
      </p>
      <ButtonRow>
        <Button type="submit" size="lg" busy={form.busy} busyLabel={i18n.t('Saving')}>
          {reminder === null ? i18n.t('Set reminder') : i18n.t('Save')}
        </Button>
        <Button
          variant="secondary"
          size="lg"
          onClick={() => {
            reminderFormMemory.forget()
            onCancel()
          }}
        >
          {i18n.t('Cancel')}
        </Button>
      </ButtonRow>
    </form>
  )
}
