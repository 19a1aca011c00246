import type { Quote } from '@sesa/contract'
import { formatMoney } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { formatMinor } from '@sesa/ui/format.ts'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { BeforeNow } from '../price-change.tsx'
import { exchangeRate } from './disclosure.ts'
import type { TransferRequest } from '../details/transfer-request.ts'

interface ChangedPriceProps {
  order: TransferRequest
  quote: Quote
  onAccept: (quote: Quote) => void
  onEdit: () => void
}

/** Compares the old and the new amounts. No payment is made until the customer accepts the new ones. */
export function ChangedPrice({ order, quote, onAccept, onEdit }: ChangedPriceProps) {
  const figures = [
    {
      label: i18n.t('You send'),
      before: formatMoney(order.send),
      now: formatMinor(quote.amount, quote.currency),
    },
    {
      label: i18n.t('They receive'),
      before: formatMoney(order.receive),
      now: formatMinor(quote.receiveAmount, quote.receiveCurrency),
    },
  ]
  return (
    <Card className="flex flex-col gap-5">
      <div role="alert">
        <h2 className="text-2xl">{i18n.t('The exchange rate has changed')}</h2>
        <p className="mt-2 text-muted">
          {rich(i18n.t('Check the new amounts. The rate is now <rate/>.'), {
            rate: noWrap(exchangeRate(quote)),
          })}
        </p>
      </div>
      <BeforeNow figures={figures} />
      <ButtonRow>
        <Button onClick={() => onAccept(quote)}>{i18n.t('Accept the new amounts')}</Button>
        <Button variant="secondary" onClick={onEdit}>
          {i18n.t('Edit')}
        </Button>
      </ButtonRow>
    </Card>
  )
}
