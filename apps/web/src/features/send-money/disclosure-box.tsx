import type { Config, Quote } from '@sesa/contract'
import { Card, Facts } from '../../ui/card.tsx'
import { cancellationRight, disclosureOf } from './disclosure.ts'
import type { Order } from './order.ts'

interface DisclosureBoxProps {
  quote: Quote
  order: Order
  support: Config['support']
}

/** What is told before payment: apart from all else, each item as prominent as the others, and printable. */
export function DisclosureBox({ quote, order, support }: DisclosureBoxProps) {
  const { payment, rate, recipient } = disclosureOf(quote, order)
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-2xl">Overview</h2>
      <Facts facts={payment} />
      <hr className="border-line" />
      <Facts facts={rate} />
      <hr className="border-line" />
      <Facts facts={recipient} />
      <hr className="border-line" />
      <p>{cancellationRight(support)}</p>
      <p className="text-muted">Check the number: money that arrives at a wrong number may not come back.</p>
    </Card>
  )
}
