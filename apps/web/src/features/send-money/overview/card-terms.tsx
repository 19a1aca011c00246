import { CARD_CONSENT } from '@sesa/contract'
import { LockIcon } from '@sesa/ui/art/icons.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'

/** Says who takes the payment and which cards, and how a saved card is used. */
export function CardTerms({ canSave }: { canSave: boolean }) {
  return (
    <div className="flex flex-col gap-2 text-muted">
      {canSave && <p>{CARD_CONSENT.terms}</p>}
      <p className="flex gap-2">
        <LockIcon />
        <span>{noWrap('Payments by Stripe. Visa · Mastercard · American Express')}</span>
      </p>
    </div>
  )
}
