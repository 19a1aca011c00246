import { formatMoney, formatRate, type Money, type Rate } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { formatRecent, formatShare } from '@sesa/ui/format.ts'
import { Facts } from '@sesa/ui/layout/card.tsx'

/** A rate with its parts, and the amounts converted at it. */
export interface Price {
  readonly rate: Rate
  readonly midRate: Rate
  /** When the source gave the mid-market rate. */
  readonly midRateAt: string
  /** Our margin on the amount sent. */
  readonly margin: Money
  readonly send: Money
  readonly receive: Money
}

interface PriceFactsProps {
  price: Price
  /** True if the amounts are only an example: the margin is then a share. */
  isExample?: boolean
}

/** Renders the parts of the price: our exact rate, the market's, and our margin. */
export default function PriceFacts({ price, isExample = false }: PriceFactsProps) {
  const { rate, midRate, midRateAt, margin, send, receive } = price
  const share = formatShare(margin.amount, send.amount)
  return (
    <Facts
      compact
      facts={[
        { key: 'rate', label: i18n.t('Our rate'), value: formatRate(rate, { send, receive }) },
        {
          key: 'mid',
          label: i18n.t('Mid-market rate, {midRateAt}', { midRateAt: formatRecent(midRateAt) }),
          value: formatRate(midRate),
        },
        {
          key: 'margin',
          label: i18n.t('Our margin'),
          value: isExample ? share : `${formatMoney(margin)} (${share})`,
        },
      ]}
    />
  )
}
