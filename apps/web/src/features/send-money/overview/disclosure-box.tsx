import type { Config, CountryCode, Quote } from '@sesa/contract'
import { Button } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { PrintArea } from '@sesa/ui/layout/print-area.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { Fold } from '../fold.tsx'
import { cancellationRight, chargeNote, DISCLAIMER, disclosureOf } from './disclosure.ts'
import type { TransferRequest } from '../details/transfer-request.ts'

interface DisclosureBoxProps {
  quote: Quote
  order: TransferRequest
  sender: CountryCode
  support: Config['support']
}

/** Id of the disclosure's heading. */
const DISCLOSURE_ID = 'disclosure'

/** Moves the focus to the disclosure, unfolded. */
export function showDisclosure(): void {
  const heading = document.getElementById(DISCLOSURE_ID)
  heading?.closest('details')?.setAttribute('open', '')
  heading?.focus()
}

/**
 * Renders the disclosure before payment: separate from everything else, every item equally prominent, and printable. US
 * law wants it in full before payment; for the others it is folded.
 */
export function DisclosureBox({ quote, order, sender, support }: DisclosureBoxProps) {
  const heading = (
    <h2 id={DISCLOSURE_ID} tabIndex={-1} className="text-2xl text-ink">
      All the details
    </h2>
  )
  const content = <Disclosure {...{ quote, order, support }} />
  return (
    <PrintArea>
      <Card className={cx('flex flex-col gap-5', sender !== 'US' && 'py-2! sm:py-4!')}>
        {sender === 'US' ? (
          <>
            {heading}
            {content}
          </>
        ) : (
          <Fold title={heading}>
            <div className="flex flex-col gap-5 pt-3 pb-2">{content}</div>
          </Fold>
        )}
      </Card>
    </PrintArea>
  )
}

function Disclosure({ quote, order, support }: Omit<DisclosureBoxProps, 'sender'>) {
  const { payment, rate, recipient } = disclosureOf(quote, order)
  const note = chargeNote(quote)
  return (
    <>
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
    </>
  )
}
