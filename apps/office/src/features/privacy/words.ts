import type { PrivacyRequest } from '@sesa/contract/office'

export const KIND_WORDS: Readonly<Record<PrivacyRequest['kind'], string>> = {
  access: 'A copy of their data',
  erasure: 'Erasure',
}

export const STATE_WORDS: Readonly<Record<PrivacyRequest['state'], string>> = {
  open: 'Open',
  waiting: 'Waits for a second person',
  done: 'Done',
  refused: 'Refused',
}
