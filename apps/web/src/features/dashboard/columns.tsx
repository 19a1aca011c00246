import { findCountry, type Transfer } from '@sesa/contract'
import { formatDate, formatHistoryTime, formatMinor, initialOf } from '../../lib/format.ts'
import { resendPath, transferStatusPath } from '../../lib/paths.ts'
import { TextLink } from '../../ui/button.tsx'
import { Flag } from '../../ui/art/flag.tsx'
import { ArrowIcon } from '../../ui/art/icons.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import type { Column } from '../../ui/layout/table.tsx'

/** The columns of the transaction history (spec, section 2). */
export const COLUMNS: readonly Column<Transfer>[] = [
  { key: 'description', header: 'Description', card: 'plain', render: (row) => <Description {...row} /> },
  { key: 'date', header: 'Date', render: (row) => <When {...row} /> },
  { key: 'amount', header: 'Amount', align: 'right', render: (row) => <Amounts {...row} /> },
  {
    key: 'status',
    header: 'Status and actions',
    card: 'plain',
    render: (row) => <StatusAndActions {...row} />,
  },
]

function Description({ recipient, sender_country, country }: Transfer) {
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xl font-extrabold text-warn"
      >
        {initialOf(recipient)}
      </span>
      <div className="min-w-0">
        <p className="font-bold">{recipient}</p>
        <p className="flex items-center gap-2 text-muted">
          Transferred
          <Flag country={sender_country} height={14} label={`from ${findCountry(sender_country)?.name}`} />
          <ArrowIcon className="size-4" />
          <Flag country={country} height={14} label={`to ${findCountry(country)?.name}`} />
        </p>
      </div>
    </div>
  )
}

function When({ date }: Transfer) {
  return (
    <time dateTime={date} className="flex flex-wrap justify-end gap-x-2 tabular-nums sm:flex-col">
      <span className="whitespace-nowrap">{formatDate(date)}</span>
      <span className="whitespace-nowrap text-muted">{formatHistoryTime(date)}</span>
    </time>
  )
}

function Amounts({ amount, currency, receive_amount, receive_currency }: Transfer) {
  return (
    <div className="flex flex-col">
      <span className="font-bold">{formatMinor(amount, currency)}</span>
      <span className="text-muted">
        <span className="sr-only">received: </span>
        {formatMinor(receive_amount, receive_currency)}
      </span>
    </div>
  )
}

function StatusAndActions({ payment_id, recipient, date, status }: Transfer) {
  const which = `the transfer to ${recipient} of ${formatDate(date)}`
  return (
    <div className="-mr-2 flex flex-wrap items-center gap-x-1 gap-y-1 sm:flex-nowrap sm:gap-x-2">
      <Status status={status} className="mr-auto" />
      <TextLink
        href={transferStatusPath(payment_id, 'view')}
        aria-label={`View ${which}`}
        className="px-2 py-3"
      >
        View
      </TextLink>
      <TextLink href={resendPath(payment_id)} aria-label={`Resend ${which}`} className="px-2 py-3">
        Resend
      </TextLink>
    </div>
  )
}
