import { useQuery } from '@tanstack/react-query'
import type { Reminder } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { recipientsQuery } from '../../lib/recipients.ts'
import { valuesOf } from './form-schema.ts'
import ReminderForm, { type ReminderFormProps } from './reminder-form.tsx'

type EditReminderProps = Omit<ReminderFormProps, 'recipients' | 'initial' | 'reminder'> & {
  reminder: Reminder
}

/** Renders the form with a reminder's values, once the recipients are known. */
export default function EditReminder(props: EditReminderProps) {
  const people = useQuery(recipientsQuery(props.owner))
  const state = useLoadState(people)
  const recipients = people.data?.filter(({ country }) => country !== props.sender)
  return (
    <>
      <LoadTrouble what={i18n.t('your recipients')} state={state} />
      {!recipients && state.loading && <LoadingCard lines={6} />}
      {recipients && <ReminderForm {...props} recipients={recipients} initial={valuesOf(props.reminder)} />}
    </>
  )
}
