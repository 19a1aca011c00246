import { Fragment } from 'react'
import type { ListedStatus, OpenTransfer } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { formatMinor } from '@sesa/ui/format.ts'
import { cx } from '@sesa/ui/class-names.ts'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { transferStatusPath } from '../../../lib/paths.ts'
import { openTransferWords } from '../../../lib/money-words.ts'

/** Lists the transfers that have not ended, each a link to its page. */
export function InProgress({ transfers }: { transfers: readonly OpenTransfer[] }) {
  if (transfers.length === 0) return null
  return (
    <section aria-labelledby="in-progress" className="flex flex-col gap-3">
      <h2 id="in-progress" className="sr-only">
        {i18n.t('In progress')}
      </h2>
      {transfers.map((transfer) => (
        <Transfer key={transfer.payment_id} {...transfer} />
      ))}
    </section>
  )
}

/** The step that each status has reached, of four: started, paid, sending, delivered. */
const REACHED: Partial<Readonly<Record<ListedStatus, number>>> = { awaiting_payment: 0, checking: 1 }
const SENDING = 2

/** Shows the progress as four dots, for the eye: the words say the same. */
function Dots({ status }: { status: ListedStatus }) {
  const reached = REACHED[status] ?? SENDING
  return (
    <span aria-hidden="true" className="flex items-center py-2 forced-color-adjust-none">
      {[0, 1, 2, 3].map((dot) => (
        <Fragment key={dot}>
          {dot > 0 && <span className={cx('h-0.5 flex-1', dot <= reached ? 'bg-brand-ink' : 'bg-edge')} />}
          <span
            className={cx(
              'size-4 rounded-full border-2',
              dot > reached && 'border-edge',
              dot < reached && 'border-brand-ink bg-brand-ink',
              dot === reached &&
                (status === 'failed' ? 'border-danger bg-danger' : 'border-brand-ink bg-accent'),
            )}
          />
        </Fragment>
      ))}
    </span>
  )
}

function Transfer(transfer: OpenTransfer) {
  const { payment_id, recipient, status } = transfer
  const { word, text, failed } = openTransferWords(transfer, new Date(serverNow()))
  // An amount that is being refunded will not arrive, so it is not shown.
  const money = failed
    ? formatMinor(transfer.amount, transfer.currency)
    : formatMinor(transfer.receive_amount, transfer.receive_currency)
  return (
    <a
      href={transferStatusPath(payment_id, 'view')}
      className={cx(
        'flex flex-col rounded-lg px-4 py-3 hover:brightness-97',
        failed ? 'bg-danger-soft' : 'bg-accent-soft',
      )}
    >
      <span className="flex flex-wrap justify-between gap-x-3 font-bold">
        <span>{recipient}</span>
        <span className="tabular-nums">{money}</span>
      </span>
      <Dots status={status} />
      <span>
        <span className={cx('font-semibold', failed ? 'text-danger' : 'text-warn')}>{word}.</span>{' '}
        {noWrap(text)}
      </span>
    </a>
  )
}
