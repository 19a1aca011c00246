import type { ReconciliationBreak } from '@sesa/contract/office'
import { accountText } from '../../lib/words.ts'

export const TEAMS = { operations: 'Finance', treasury: 'Finance', engineering: 'Engineering' } as const
export const BREAK_TONES = { open: 'danger', explained: 'warn', resolved: 'ok' } as const

/** What a break is about, besides its transfer: an account in words, or the provider's id. */
export const aboutText = ({ kind, subject }: Pick<ReconciliationBreak, 'kind' | 'subject'>): string =>
  kind === 'balance_differs' ? accountText(subject) : subject
