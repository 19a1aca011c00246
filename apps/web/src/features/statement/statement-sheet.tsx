import {
  formatPhone,
  isolateName,
  type Config,
  type Profile,
  type Totals,
  type Transfer,
} from '@sesa/contract'
import { formatCalendarDate, formatDate, formatMinor, formatTime } from '@sesa/ui/format.ts'
import { Logo } from '@sesa/ui/art/logo.tsx'
import { STATUS_WORDS } from '@sesa/ui/feedback/status.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import type { HistoryFilters } from '../../lib/history-filters.ts'
import { openingLine } from './words.ts'

interface StatementSheetProps {
  transfers: readonly Transfer[]
  totals: Totals
  filters: HistoryFilters
  /** True when more transfers match than the sheet lists. */
  cut: boolean
  holder: Profile | null
  provider: Config['support'] | null
}

const HEADS = ['Date', 'Reference', 'Recipient', 'Status', 'Sent', 'Received'] as const
const CELL = 'py-1.5 pr-3 align-top last:pr-0 print:py-1'
/** On a phone two cells share a line, and a long name has its own. */
const PHONE_CELL = 'beside block sm:table-cell sm:py-1.5 sm:pr-3 sm:align-top sm:last:pr-0 print:py-1'
const FIGURE = 'text-right tabular-nums sm:whitespace-nowrap'

/** Renders the statement itself: its holder, its rows and sums, and the provider. */
export function StatementSheet({ transfers, totals, cut, filters, holder, provider }: StatementSheetProps) {
  return (
    <Card className="flex flex-col gap-4 print:border-0 print:bg-transparent print:p-0 print:text-[12px]/[1.4] print:shadow-none">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Logo />
        <h2 className="text-2xl print:text-xl">Statement of transfers</h2>
      </div>
      <p>
        <strong>
          {noWrap(
            [holder?.name && isolateName(holder.name), holder?.phoneNumber && formatPhone(holder.phoneNumber)]
              .filter(Boolean)
              .join(' · '),
          )}
        </strong>
        <br />
        {openingLine(filters, totals.count, formatCalendarDate)}
        {cut && ` This statement lists the last ${transfers.length.toLocaleString('en-US')} of them.`}
      </p>
      {transfers.length > 0 && (
        <table role="table" className="block w-full border-collapse text-left sm:table">
          <caption className="sr-only">Transfers</caption>
          <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
            <tr role="row" className="border-b-2 border-line">
              {HEADS.map((head, index) => (
                <th
                  key={head}
                  role="columnheader"
                  scope="col"
                  className={`${CELL} font-semibold ${index > 3 ? 'text-right' : ''}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="block sm:table-row-group">
            {transfers.map((row) => (
              <Row key={row.payment_id} {...row} />
            ))}
          </tbody>
        </table>
      )}
      <Sums totals={totals} />
      {provider && (
        <p className="border-t border-line pt-4 break-words">
          {noWrap([provider.name, provider.address, provider.phone, provider.email].join(' · '))}
        </p>
      )}
    </Card>
  )
}

/**
 * Renders a row of the table; on a phone a block: recipient and amounts, then the time, then the reference and the
 * status.
 */
function Row({ date, reference, recipient, status, ...amounts }: Transfer) {
  return (
    <tr
      role="row"
      className="flex break-inside-avoid flex-wrap justify-between gap-x-4 border-b border-line py-2 sm:table-row sm:py-0"
    >
      <td role="cell" className={`${PHONE_CELL} order-3 tabular-nums sm:whitespace-nowrap`}>
        {formatDate(date)} {formatTime(date)}
      </td>
      <td role="cell" className={`${PHONE_CELL} order-5 sm:whitespace-nowrap`}>
        {reference}
      </td>
      <td role="cell" className={`${PHONE_CELL} order-1 font-bold sm:font-normal`}>
        {recipient}
      </td>
      <td role="cell" className={`${PHONE_CELL} order-6 text-right sm:text-left`}>
        {STATUS_WORDS[status]}
      </td>
      <td role="cell" className={`${PHONE_CELL} order-2 ${FIGURE}`}>
        {formatMinor(amounts.amount, amounts.currency)}
      </td>
      <td role="cell" className={`${PHONE_CELL} order-4 ${FIGURE}`}>
        {formatMinor(amounts.receive_amount, amounts.receive_currency)}
      </td>
    </tr>
  )
}

function Sums({ totals: { sent } }: { totals: Totals }) {
  return (
    <div className="break-inside-avoid">
      {sent.length === 0 && <p>No transfer arrived.</p>}
      {sent.map(({ currency, count, amount }) => (
        <p
          key={currency}
          className="flex flex-wrap justify-between gap-x-4 text-lg font-bold print:text-base"
        >
          <span>
            Total sent, {count.toLocaleString('en-US')} {count === 1 ? 'transfer' : 'transfers'}
          </span>
          <span className="tabular-nums">{formatMinor(amount, currency)}</span>
        </p>
      ))}
      <p className="text-muted">The total counts transfers with the status Sent, before fees.</p>
    </div>
  )
}
