import type { Config, Quote } from '@sesa/contract'
import { Button } from '@sesa/ui/button.tsx'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { PrintArea } from '@sesa/ui/layout/print-area.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { cancellationRight, chargeNote, DISCLAIMER, disclosureOf } from './disclosure.ts'
import type { TransferRequest } from '../details/transfer-request.ts'

interface DisclosureBoxProps {
  quote: Quote
  order: TransferRequest
  support: Config['support']
}

/** Id of the disclosure's heading, which receives the focus from the link next to Pay. */
export const DISCLOSURE_ID = 'disclosure'

/** Renders the disclosure before payment: separate from everything else, every item equally prominent, and printable. */
export function DisclosureBox({ quote, order, support }: DisclosureBoxProps) {
  const { payment, rate, recipient } = disclosureOf(quote, order)
  const note = chargeNote(quote)
  return (
    <PrintArea>
      <Card className="flex flex-col gap-5">
        <h2 id={DISCLOSURE_ID} tabIndex={-1} className="text-2xl">
          Full disclosure
        </h2>
        <Facts facts={payment} />
        {note !== null && <p className="text-muted">{note}</p>}
        <hr className="border-line" />
        <Facts facts={rate} />
        <hr className="border-line" />
        <Facts facts={recipient} />
        <p className="text-muted">{DISCLAIMER}</p>
        <hr className="border-line" />
        <p>{noWrap(cancellationRight(support))}</p>
        <p className="text-muted">
          Check the number: we may not be able to recover money sent to the wrong one.
        </p>
        <div className="-mb-2">
          <Button variant="quiet" onClick={() => print()}>
            Print this disclosure
          </Button>
        </div>
      </Card>
    </PrintArea>
  )
}
