import type { Failure } from '@sesa/ui/api/http.ts'
import { formatRecent } from '@sesa/ui/format.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'

interface LockedCardsProps {
  lock: Failure
  /** True while the card is being charged. */
  paying: boolean
  onUnlock: () => void
}

/** Says why the card form has no saved cards, and offers what unlocks them. A typed card always pays. */
export function LockedCards({ lock, paying, onUnlock }: LockedCardsProps) {
  if (lock.code === 'step_up_required')
    return (
      <Notice
        title="Your saved cards are locked"
        action={
          <Button variant="secondary" disabled={paying} onClick={onUnlock}>
            Confirm it’s you
          </Button>
        }
      >
        Confirm it’s you to pay with one, or type a card below.
      </Notice>
    )
  const until = lock.details?.['until']
  return (
    <Notice title="Your saved cards are locked">
      {typeof until === 'string'
        ? `This device or a way to sign in is new. You can use them from ${formatRecent(until)}. `
        : `${lock.message} `}
      You can pay with a card typed below.
    </Notice>
  )
}
