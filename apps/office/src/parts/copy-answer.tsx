import type { TransferPage } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'

/** Copies what the customer reads about a transfer, for an answer to them. */
export function CopyAnswer({ transfer }: { transfer: Pick<TransferPage, 'reference' | 'story'> }) {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(`${transfer.reference}: ${transfer.story.headline}`).then(
      () => toast('Copied'),
      () => toast('Copying failed. Select the sentence above instead.'),
    )
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      Copy an answer
    </Button>
  )
}
