import type { Quote } from '@sesa/contract'
import { formatMoney, formatRate, money, rate } from '@sesa/money'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Order } from './order.ts'

interface ChangedPriceProps {
  order: Order
  quote: Quote
  onAccept: (quote: Quote) => void
  onEdit: () => void
}

/** The amounts as they were and as they are now; nothing is paid until the new ones are accepted. */
export function ChangedPrice({ order, quote, onAccept, onEdit }: ChangedPriceProps) {
  const rows = [
    { label: 'You send', before: order.send, now: money(quote.amount, quote.currency) },
    { label: 'They receive', before: order.receive, now: money(quote.receiveAmount, quote.receiveCurrency) },
  ]
  return (
    <Card className="flex flex-col gap-5">
      <div role="alert">
        <h2 className="text-2xl">The exchange rate has changed</h2>
        <p className="mt-2 text-muted">
          Check the new amounts. Nothing was charged. The rate is now{' '}
          {formatRate(rate(quote.rate, quote.currency, quote.receiveCurrency))}.
        </p>
      </div>
      <table className="w-full text-left">
        <caption className="sr-only">Amounts before and now</caption>
        <thead>
          <tr className="text-muted">
            <th scope="col" className="py-2 font-normal">
              <span className="sr-only">Amount</span>
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Before
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Now
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, before, now }) => (
            <tr key={label} className="border-t border-line tabular-nums">
              <th scope="row" className="py-3 pr-2 font-normal">
                {label}
              </th>
              <td className="py-3 pr-2 text-right text-muted">{formatMoney(before)}</td>
              <td className="py-3 text-right font-bold">{formatMoney(now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onAccept(quote)}>Accept the new amounts</Button>
        <Button variant="secondary" onClick={onEdit}>
          Edit
        </Button>
      </div>
    </Card>
  )
}
