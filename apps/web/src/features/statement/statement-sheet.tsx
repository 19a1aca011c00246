import { formatPhone, type Config, type Profile, type Totals, type Transfer } from '@sesa/contract'
import { formatCalendarDate, formatDate, formatMinor, formatTime } from '../../lib/format.ts'
import type { HistoryFilters } from '../../lib/history-filters.ts'
import { Logo } from '../../ui/art/logo.tsx'
import { STATUS_WORDS } from '../../ui/feedback/status.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { noWrap } from '../../ui/layout/no-wrap.tsx'
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

/** The statement itself: whose it is, its rows and its sums, and who provides it. */
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
            [holder?.name, holder?.phoneNumber && formatPhone(holder.phoneNumber)]
              .filter(Boolean)
              .join(' · '),
          )}
        </strong>
        <br />
        {openingLine(filters, totals.count, formatCalendarDate)}
        {cut && ` This statement lists the last ${transfers.length.toLocaleString('en-US')} of them.`}
      </p>
      {transfers.length > 0 && (
        <div
          className="overflow-x-auto print:overflow-visible"
          role="region"
          aria-label="Transfers"
          tabIndex={0}
        >
          <table className="w-full min-w-160 border-collapse text-left print:min-w-0">
            <caption className="sr-only">Transfers</caption>
            <thead>
              <tr className="border-b-2 border-line">
                {HEADS.map((head, index) => (
                  <th
                    key={head}
                    scope="col"
                    className={`${CELL} font-semibold ${index > 3 ? 'text-right' : ''}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {transfers.map((row) => (
                <tr key={row.payment_id} className="break-inside-avoid border-b border-line">
                  <td className={`${CELL} whitespace-nowrap tabular-nums`}>
                    {formatDate(row.date)} {formatTime(row.date)}
                  </td>
                  <td className={`${CELL} whitespace-nowrap`}>{row.reference}</td>
                  <td className={`${CELL} min-w-40 print:min-w-0`}>{row.recipient}</td>
                  <td className={CELL}>{STATUS_WORDS[row.status]}</td>
                  <td className={`${CELL} text-right whitespace-nowrap tabular-nums`}>
                    {formatMinor(row.amount, row.currency)}
                  </td>
                  <td className={`${CELL} text-right whitespace-nowrap tabular-nums`}>
                    {formatMinor(row.receive_amount, row.receive_currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
