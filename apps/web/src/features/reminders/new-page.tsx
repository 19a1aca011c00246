import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { findCountry, type CountryCode, type Recipient, type TransferDetail } from '@sesa/contract'
import { formatAmount, money } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { PeopleArt } from '@sesa/ui/art/empty-art.tsx'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { dayOf } from '../../lib/date-range.ts'
import { findTransfer } from '../../lib/find-transfer.ts'
import { useGoTo } from '../../lib/go-to.tsx'
import { paths } from '../../lib/paths.ts'
import { recipientsQuery } from '../../lib/recipients.ts'
import { useSession } from '../../lib/session/session.ts'
import type { ReminderValues } from './form-schema.ts'
import ReminderForm from './reminder-form.tsx'
import { nextMonth } from './words.ts'

/** Sets a reminder: `?recipient={id}` chooses the recipient, `?like={payment_id}` also the amount. */
export default function NewPage() {
  const { user, profile } = useSession()
  const [search] = useSearchParams()
  const [hasErrors, setHasErrors] = useState(false)
  const toast = useToast()
  const goTo = useGoTo()
  const owner = user?.uid ?? ''
  const sender = profile?.country ?? null
  const like = search.get('like')
  const people = useQuery(recipientsQuery(owner))
  const earlier = useQuery({
    queryKey: ['transfer-to-remind-of', like],
    queryFn: ({ signal }) => findTransfer(like ?? '', signal),
    enabled: like !== null,
  })
  const [peopleState, earlierState] = [useLoadState(people), useLoadState(earlier)]
  const recipients = people.data?.filter(({ country }) => country !== sender)
  const isReady = recipients !== undefined && (like === null || earlier.data !== undefined)

  return (
    <Page title={i18n.t('Set a reminder')} hasError={hasErrors}>
      <LoadTrouble what={i18n.t('your recipients')} state={peopleState} />
      {like !== null && people.data && <LoadTrouble what={i18n.t('the transfer')} state={earlierState} />}
      {!isReady && (peopleState.loading || earlierState.loading) && <LoadingCard lines={6} />}
      {recipients?.length === 0 && (
        <EmptyState
          art={<PeopleArt />}
          title={i18n.t('No recipients yet')}
          action={<ButtonLink href={`${paths.recipients}?add`}>{i18n.t('Add a recipient')}</ButtonLink>}
        >
          {i18n.t('Add the person first. Then we can remind you to send money to them.')}
        </EmptyState>
      )}
      {isReady && recipients.length > 0 && sender !== null && (
        <ReminderForm
          {...{ owner, sender, recipients }}
          reminder={null}
          initial={initialOf({
            recipients,
            sender,
            chosen: search.get('recipient'),
            earlier: earlier.data ?? null,
          })}
          onErrors={setHasErrors}
          onSaved={() => {
            toast(i18n.t('Reminder set'))
            goTo(paths.reminders, { replace: true })
          }}
          onCancel={() => goTo(paths.reminders, { replace: true })}
        />
      )}
    </Page>
  )
}

interface Start {
  readonly recipients: readonly Recipient[]
  readonly sender: CountryCode
  readonly chosen: string | null
  readonly earlier: TransferDetail | null
}

function initialOf({ recipients, sender, chosen, earlier }: Start): ReminderValues {
  const recipient = recipients.find(({ id, phone, network }) =>
    earlier ? phone === earlier.phone && network === earlier.network : id === chosen,
  )
  const isOurs = earlier && earlier.currency === findCountry(sender)?.currency
  return {
    recipientId: recipient?.id ?? '',
    side: 'send',
    amount: isOurs ? formatAmount(money(earlier.amount, earlier.currency)) : '',
    frequency: 'monthly',
    firstDay: nextMonth(dayOf(new Date(serverNow()))),
  }
}
