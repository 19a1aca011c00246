import { OFFICE_WORDS } from '@sesa/contract/office'
import { describe, expect, test } from 'vitest'
import type { ConsentKind } from '../apps/api/src/db/schema/communication.ts'
import type { CollectionState } from '../apps/api/src/db/schema/collections.ts'
import type { CancelReason, EventKind } from '../apps/api/src/db/schema/money.ts'
import type { Owner } from '../apps/api/src/db/schema/operations.ts'
import type { HoldCause } from '../apps/api/src/domains/risk/fraud/account-holds.ts'
import type { AccountName, EntryKind } from '../apps/api/src/domains/record/ledger/accounts.ts'
import { KINDS } from '../apps/api/src/domains/record/notices/kinds.ts'
import { UNDER_REVIEW } from '../apps/api/src/domains/transfers/index.ts'
import { HOLDS } from '../apps/api/src/domains/transfers/state/holds.ts'
import { STATES } from '../apps/api/src/domains/transfers/state/states.ts'

type Words<Code extends string> = Readonly<Record<Code, string>>

/** Does not compile while a stored code has no words. */
const WORDS = {
  state: OFFICE_WORDS.state satisfies Words<(typeof STATES)[number]>,
  event: OFFICE_WORDS.event satisfies Words<EventKind>,
  hold: OFFICE_WORDS.hold satisfies Words<keyof typeof HOLDS>,
  owner: OFFICE_WORDS.owner satisfies Words<Owner>,
  cancel: OFFICE_WORDS.cancel satisfies Words<CancelReason>,
  attempt: OFFICE_WORDS.attempt satisfies Words<'accepted' | 'rejected' | 'unknown'>,
  collection: OFFICE_WORDS.collection satisfies Words<CollectionState | 'succeeded'>,
  entry: OFFICE_WORDS.entry satisfies Words<EntryKind>,
  account: OFFICE_WORDS.account satisfies Words<AccountName>,
  notice: OFFICE_WORDS.notice satisfies Words<keyof typeof KINDS | 'recipient_sms'>,
  accountHold: OFFICE_WORDS.accountHold satisfies Words<HoldCause>,
  consent: OFFICE_WORDS.consent satisfies Words<ConsentKind>,
} satisfies typeof OFFICE_WORDS

describe('the words of the office', () => {
  test.each([
    ['state', STATES],
    ['hold', [...Object.keys(HOLDS), UNDER_REVIEW.reason]],
    ['notice', [...Object.keys(KINDS), 'recipient_sms']],
  ] as const)('has words for each %s, and for no other', (of, codes) => {
    expect(Object.keys(OFFICE_WORDS[of]).toSorted()).toEqual([...codes].toSorted())
  })

  test('are words, not codes', () => {
    const words = Object.values(WORDS).flatMap((group): string[] => Object.values(group))
    expect(words.filter((word) => !/^[A-Z][^_]+$/.test(word))).toEqual([])
    console.log(`Codes that the office prints in words: ${words.length}`)
  })
})
