import type { PrivacyRequest } from '@sesa/contract/office'

export const KIND_WORDS: Readonly<Record<PrivacyRequest['kind'], string>> = {
  access: 'Data access',
  erasure: 'Erasure',
}

export const STATE_WORDS: Readonly<Record<PrivacyRequest['state'], string>> = {
  open: 'Open',
  waiting: 'Awaiting approval',
  done: 'Done',
  refused: 'Refused',
}
