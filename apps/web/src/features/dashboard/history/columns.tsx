import { countryInSentence, type Transfer } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatDate, formatHistoryTime, formatMinor, initialOf } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { Flag } from '@sesa/ui/art/flag.tsx'
import { ArrowIcon } from '@sesa/ui/art/icons.tsx'
import { Status } from '@sesa/ui/feedback/status.tsx'
import type { Column } from '@sesa/ui/layout/table.tsx'
import { transferStatusPath } from '../../../lib/paths.ts'
import { useResend } from '../home/resend-guard.tsx'

/**
 * The columns of the transaction history (spec, section 2). On a phone, a row has two lines: the recipient and the
 * amount sent, then status, day and the amount received; the whole row opens the transfer.
 */
export const COLUMNS: readonly Column<Transfer>[] = [
  {
    key: 'description',
    header: i18n.t('Description'),
    phone: 'max-sm:beside',
    render: (row) => <Description {...row} />,
  },
  {
    key: 'date',
    header: i18n.t('Date'),
    phone: 'max-sm:order-3 max-sm:flex-auto',
    render: (row) => <When {...row} />,
  },
  {
    key: 'amount',
    header: i18n.t('Amount'),
    align: 'right',
    phone: 'max-sm:contents',
    render: (row) => <Amounts {...row} />,
  },
  {
    key: 'status',
    header: i18n.t('Status and actions'),
    phone: 'max-sm:order-2',
    render: (row) => <StatusAndActions {...row} />,
  },
]

function Description({ recipient, sender_country, country }: Transfer) {
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-lg font-extrabold text-warn max-sm:absolute max-sm:top-1/2 max-sm:left-0 max-sm:-translate-y-1/2 sm:size-11 sm:text-xl"
      >
        {initialOf(recipient)}
        <Flag country={country} height={12} className="absolute -right-1 -bottom-0.5 sm:hidden" />
      </span>
      <div className="min-w-0 sm:min-w-38">
        <p className="font-bold wrap-anywhere">{recipient}</p>
        <p className="flex items-center gap-1.5 text-muted max-sm:sr-only">
          {i18n.t('Transferred')}
          <Flag
            country={sender_country}
            height={14}
            label={i18n.t('from {country}', { country: countryInSentence(sender_country) })}
          />
          <ArrowIcon className="size-4" />
          <Flag
            country={country}
            height={14}
            label={i18n.t('to {country}', { country: countryInSentence(country) })}
          />
        </p>
      </div>
    </div>
  )
}

function When({ date }: Transfer) {
  return (
    <time
      dateTime={date}
      className="gap-x-2 max-sm:block max-sm:text-[0.875rem]/6 max-sm:text-muted sm:flex sm:flex-col sm:tabular-nums"
    >
      <span className="whitespace-nowrap">{formatDate(date)}</span>
      <span className="whitespace-nowrap text-muted max-sm:sr-only">{formatHistoryTime(date)}</span>
    </time>
  )
}

function Amounts({ amount, currency, receive_amount, receive_currency }: Transfer) {
  return (
    <div className="flex flex-col max-sm:contents">
      <span className="font-bold max-sm:ml-auto">{formatMinor(amount, currency)}</span>
      <span className="text-muted max-sm:order-4 max-sm:ml-auto max-sm:text-[0.875rem]/6">
        <span className="sr-only">{i18n.t('received:')} </span>
        {formatMinor(receive_amount, receive_currency)}
      </span>
    </div>
  )
}

function StatusAndActions({ payment_id, recipient, country, date, status }: Transfer) {
  const resend = useResend()
  const which = i18n.t('the transfer to {recipient} of {date}', { recipient, date: formatDate(date) })
  return (
    <div className="flex items-center sm:-mr-2 sm:flex-col sm:items-start">
      <Status status={status} slim />
      <span className="whitespace-nowrap sm:-ml-2">
        <TextLink
          href={transferStatusPath(payment_id, 'view')}
          aria-label={i18n.t('View {which}', { which })}
          className={`sm:px-2 sm:py-2 ${WHOLE_ROW}`}
        >
          <span className="max-sm:sr-only">{i18n.t('View')}</span>
        </TextLink>
        <TextLink
          {...resend({ payment_id, name: recipient, country })}
          aria-label={i18n.t('Resend {which}', { which })}
          className="max-sm:absolute max-sm:right-0 max-sm:bottom-1 max-sm:z-1 max-sm:bg-surface max-sm:px-3 max-sm:py-2 max-sm:not-focus-visible:sr-only sm:px-2 sm:py-2"
        >
          {i18n.t('Resend')}
        </TextLink>
      </span>
    </div>
  )
}

/** On a phone, the link covers its row. */
const WHOLE_ROW =
  'max-sm:absolute max-sm:-inset-x-2 max-sm:inset-y-0 max-sm:rounded-md max-sm:-outline-offset-3'
