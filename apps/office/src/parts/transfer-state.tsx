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

/** The state of a transfer, or the hold that stops it. */
export function TransferState({ state, hold }: { state: string; hold: string | null }) {
  if (hold !== null) return <Tag tone="warn">On hold: {wordOf('hold', hold)}</Tag>
  return <Tag tone={TONES[state] ?? 'plain'}>{wordOf('state', state)}</Tag>
}
