import { Button } from '@sesa/ui/button.tsx'
import { InfoIcon } from '@sesa/ui/art/icons.tsx'
import { networkLabel, type Wallet } from './holder.ts'

interface NetworkHintProps {
  /** The number with the network that it probably belongs to. */
  likely: Pick<Wallet, 'country' | 'network'>
  /** Missing where the customer cannot choose this network now. */
  onSwitch?: (() => void) | undefined
}

/** Says that the number probably belongs to another network. Numbers move, so the customer's choice stands. */
export function NetworkHint({ likely, onSwitch }: NetworkHintProps) {
  const label = networkLabel(likely)
  return (
    <div className="my-2 flex gap-3 rounded-md bg-brand-soft p-4">
      <InfoIcon className="mt-0.5 text-brand-ink" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p>
          This number seems to belong to <strong>{label}</strong>. Check the network.
        </p>
        {onSwitch && (
          <div>
            <Button variant="secondary" onClick={onSwitch}>
              Use this network
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
