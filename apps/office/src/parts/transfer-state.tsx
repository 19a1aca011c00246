import { wordOf } from '../lib/words.ts'
import { Tag } from './tag.tsx'

const TONES: Readonly<Record<string, 'ok' | 'warn' | 'danger' | 'moving'>> = {
  awaiting_payment: 'moving',
  paid: 'moving',
  paying_out: 'moving',
  payout_unknown: 'moving',
  payout_failed: 'danger',
  refunding: 'moving',
  refund_failed: 'danger',
  sent: 'ok',
}

interface TransferStateProps {
  state: string
  hold: string | null
  /** In a table, where the colour and the column say that it is on hold. */
  isShort?: true
}

/** The state of a transfer, or the hold that stops it. */
export function TransferState({ state, hold, isShort }: TransferStateProps) {
  if (hold !== null)
    return (
      <Tag tone="warn">
        {isShort ? '' : 'On hold: '}
        {wordOf('hold', hold)}
      </Tag>
    )
  return <Tag tone={TONES[state] ?? 'plain'}>{wordOf('state', state)}</Tag>
}
