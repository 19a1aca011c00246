import type { Config, TransferDetail } from '@sesa/contract'
import { TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { contactPath } from '../../lib/paths.ts'

interface HelpProps {
  detail: TransferDetail | null
  support: Config['support']
}

/** How to get help with this transfer, and which reference to quote. */
export function Help({ detail, support: { phone, email } }: HelpProps) {
  const reference = detail?.reference
  const subject = reference === undefined ? '' : `?subject=${encodeURIComponent(`Transfer ${reference}`)}`
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-2xl">Help with this transfer</h2>
      <ul className="flex flex-col gap-2">
        <li>
          Call <TextLink href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</TextLink>
        </li>
        <li>
          Email <TextLink href={`mailto:${email}${subject}`}>{email}</TextLink>
        </li>
        {reference !== undefined && (
          <li>
            <TextLink href={contactPath(reference)}>Ask about this transfer</TextLink> in your account
          </li>
        )}
      </ul>
      <p className="text-muted">
        {reference !== undefined && <>{noWrap(`Quote reference ${reference}.`)} </>}
        Tell us the recipient’s number and what went wrong. Never tell anyone your card number or a code that
        we sent you.
      </p>
    </Card>
  )
}
