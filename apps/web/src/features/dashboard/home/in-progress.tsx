import type { OpenTransfer } from '@sesa/contract'
import { serverNow } from '@sesa/ui/api/http.ts'
import { formatMinor } from '@sesa/ui/format.ts'
import { cx } from '@sesa/ui/class-names.ts'
import { AlertIcon, ClockIcon } from '@sesa/ui/art/icons.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { transferStatusPath } from '../../../lib/paths.ts'
import { openTransferWords } from '../../../lib/money-words.ts'

/** Lists the transfers that have not ended, each a link to its page. */
export function InProgress({ transfers }: { transfers: readonly OpenTransfer[] }) {
  if (transfers.length === 0) return null
  return (
    <section aria-labelledby="in-progress" className="flex flex-col gap-3">
      <h2 id="in-progress" className="sr-only">
        In progress
      </h2>
      {transfers.map((transfer) => (
        <Transfer key={transfer.payment_id} {...transfer} />
      ))}
    </section>
  )
}

function Transfer(transfer: OpenTransfer) {
  const { payment_id, recipient, receive_amount, receive_currency } = transfer
  const { word, text, failed } = openTransferWords(transfer, new Date(serverNow()))
  const Icon = failed ? AlertIcon : ClockIcon
  return (
    <a
      href={transferStatusPath(payment_id, 'view')}
      className={cx(
        'flex min-h-18 flex-wrap items-center gap-x-3 rounded-lg px-4 py-3 hover:brightness-97',
        failed ? 'bg-danger-soft' : 'bg-accent-soft',
      )}
    >
      <Icon className={failed ? 'text-danger' : 'text-warn'} />
      <span className="beside">
        <span className="flex flex-wrap justify-between gap-x-3 font-bold">
          <span>{recipient}</span>
          <span className="tabular-nums">{formatMinor(receive_amount, receive_currency)}</span>
        </span>
        <span className="block">
          <span className={cx('font-semibold', failed ? 'text-danger' : 'text-warn')}>{word}.</span>{' '}
          {noWrap(text)}
        </span>
      </span>
    </a>
  )
}
