import type { ApprovalState } from '@sesa/contract/office'
import { STATE_WORDS } from '../../lib/words.ts'
import { Tag } from '../../parts/tag.tsx'

const TONES = {
  pending: 'warn',
  approved: 'plain',
  done: 'ok',
  failed: 'danger',
  rejected: 'danger',
  expired: 'plain',
  withdrawn: 'plain',
} as const satisfies Record<ApprovalState, string>

/** The state of an approval. */
export function StateTag({ state }: { state: ApprovalState }) {
  return <Tag tone={TONES[state]}>{STATE_WORDS[state]}</Tag>
}
