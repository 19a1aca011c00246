import { useQuery } from '@tanstack/react-query'
import { calls, type Recipient, type Transfer } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatDate, formatMinor } from '@sesa/ui/format.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { Status } from '@sesa/ui/feedback/status.tsx'
import { callApi } from '../../lib/api/api.ts'
import { transferStatusPath, transfersToPath } from '../../lib/paths.ts'

/** As many as fit without much scrolling; the history has the rest. */
const SHOWN = 5

/** Lists the last transfers to this recipient's number. */
export function PersonHistory({ recipient: { name, phone, transfers } }: { recipient: Recipient }) {
  const query = { search: phone, limit: String(SHOWN) }
  const list = useQuery({
    queryKey: ['transfers', query],
    queryFn: ({ signal }) => callApi(calls.listTransfers, { query, signal }),
    enabled: transfers > 0,
  })
  const state = useLoadState(list)
  const rows = list.data?.transfers
  return (
    <section aria-labelledby="history" className="flex flex-col gap-3">
      <h2 id="history" className="text-2xl">
        {i18n.t('Transfers')}
      </h2>
      {transfers === 0 && <p className="text-muted">{i18n.t('No transfers yet')}</p>}
      {transfers > 0 && <LoadTrouble what={i18n.t('these transfers')} state={state} />}
      {transfers > 0 && !rows && state.loading && <Skeleton lines={4} />}
      {rows && (
        <ul
          aria-label={i18n.t('Transfers to {name}', { name })}
          className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface"
        >
          {rows.map((row) => (
            <li key={row.payment_id} className="border-line not-first:border-t">
              <Row {...row} />
            </li>
          ))}
        </ul>
      )}
      {rows && transfers > SHOWN && (
        <p>
          <TextLink href={transfersToPath(phone)}>
            {i18n.t('See all {count} transfers', { count: transfers })}
          </TextLink>
        </p>
      )}
    </section>
  )
}

function Row({ payment_id, date, status, amount, currency, receive_amount, receive_currency }: Transfer) {
  return (
    <a
      href={transferStatusPath(payment_id, 'view')}
      className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-2 hover:bg-sunken"
    >
      <span className="flex flex-col">
        <span className="font-bold">
          <span className="sr-only">{i18n.t('The transfer of')} </span>
          {formatDate(date)}
        </span>
        <Status calm slim status={status} className="-ml-0.5 self-start" />
      </span>
      <span className="ml-auto flex flex-col text-right tabular-nums">
        <span className="font-bold">{formatMinor(amount, currency)}</span>
        <span className="text-[0.875rem]/6 text-muted">
          <span className="sr-only">{i18n.t('received:')} </span>
          {formatMinor(receive_amount, receive_currency)}
        </span>
      </span>
    </a>
  )
}
