import type { CountryCode, Quote } from '@sesa/contract'
import { formatMoney } from '@sesa/money'
import { formatMinor } from '../../../lib/format.ts'
import { AmountsPanel } from '../../../ui/layout/amounts-panel.tsx'
import type { TransferRequest } from '../details/transfer-request.ts'

interface SummaryProps {
  order: TransferRequest
  sender: CountryCode
  /** The server's price, once known. */
  quote: Quote | null
  onEdit: () => void
  /** True while the card is being charged: nothing can be edited then. */
  locked: boolean
}

/** The amounts and the recipient, with a button to edit them. */
export function Summary({ order, sender, quote, onEdit, locked }: SummaryProps) {
  return (
    <AmountsPanel
      label="Your transfer"
      sent={{
        label: 'You send',
        country: sender,
        amount: quote ? formatMinor(quote.amount, quote.currency) : formatMoney(order.send),
      }}
      received={{
        label: `To ${order.name}`,
        country: order.country,
        amount: quote ? formatMinor(quote.receiveAmount, quote.receiveCurrency) : formatMoney(order.receive),
      }}
      action={
        <button
          type="button"
          onClick={onEdit}
          disabled={locked}
          className="-mb-3 -ml-3 flex min-h-12 items-center self-start rounded-full px-3 font-bold underline decoration-2 underline-offset-4 hover:decoration-4 disabled:opacity-60"
        >
          Edit<span className="sr-only"> the details of this transfer</span>
        </button>
      }
    />
  )
}
