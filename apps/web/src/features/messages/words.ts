import type { EnquirySummary } from '@sesa/contract'

/** The states of a conversation, as people read them. */
export const STATE_WORDS: Readonly<Record<EnquirySummary['state'], string>> = {
  waiting: 'Waiting for us',
  answered: 'We’ve answered',
  closed: 'Closed',
}
