import type { Quote } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { formatBy } from '@sesa/ui/format-day.ts'
import { formatMinor } from '@sesa/ui/format.ts'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import type { PayMethod } from '../../../lib/ways-to-pay.ts'
import type { WayPrice } from './ways.ts'

const LABELS: Readonly<Record<PayMethod['method'], string>> = {
  momo: i18n.t('Mobile money'),
  card: i18n.t('Card'),
  bank_debit: i18n.t('Bank account'),
}

interface WaysToPayProps {
  methods: readonly PayMethod[]
  chosen: PayMethod['method']
  prices: readonly WayPrice[]
  /** The last price, for its currencies; null while unknown. */
  quote: Quote | null
  /** What the last choice has changed. */
  change: string
  /** True while a payment runs. */
  locked: boolean
  onChoose: (method: PayMethod['method']) => void
}

/** Renders the ways to pay with their prices. With only one open way there is nothing to choose. */
export function WaysToPay({ methods, chosen, prices, quote, change, locked, onChoose }: WaysToPayProps) {
  const closed = methods.filter(({ open }) => !open)
  if (methods.length - closed.length < 2) {
    return closed.map(({ method, reason }) => (
      <p key={method} className="text-muted">
        {i18n.t('{way}: {reason}', { way: LABELS[method], reason: reason ?? i18n.t('Closed right now.') })}
      </p>
    ))
  }
  return (
    <div>
      <RadioGroup
        id="pay-with"
        label={i18n.t('How do you want to pay?')}
        value={chosen}
        onChange={onChoose}
        disabled={locked}
        options={methods.map(({ method, open, reason }) => {
          const price = prices.find((one) => one.method === method)
          return {
            value: method,
            label: LABELS[method],
            disabled: !open,
            ...(!open && { hint: reason ?? i18n.t('Closed right now.') }),
            ...(open && price && quote && priceOf(price, quote)),
          }
        })}
      />
      <p role="status" className="mt-2 font-semibold empty:hidden">
        {noWrap(change)}
      </p>
    </div>
  )
}

function priceOf({ fee, total, receiveAmount, deliveryEstimate }: WayPrice, quote: Quote) {
  const { currency, receiveCurrency } = quote
  const price = i18n.t('Fee {fee} · arrives by {time}', {
    fee: formatMinor(fee, currency),
    time: formatBy(deliveryEstimate, serverNow()),
  })
  const received = i18n.t('They receive {amount}', { amount: formatMinor(receiveAmount, receiveCurrency) })
  return {
    aside: formatMinor(total, currency),
    // The recipient's amount, only where it differs.
    hint: receiveAmount === quote.receiveAmount ? price : `${price} · ${received}`,
  }
}
