import type { PersonalData } from '../modules/account/index.ts'
import { forgetInterests, interestsOf } from '../modules/enquiries/index.ts'
import { findDraft, removeDraft } from '../modules/drafts/index.ts'
import { forgetNotifications, readSettings } from '../modules/notifications/index.ts'
import {
  exportFormerNumbers,
  exportTransfers,
  forgetFrozenSenders,
  lastPaid,
  paidSince,
  rememberNumber,
} from '../modules/transfers/index.ts'

const MOST_RECIPIENTS = 10_000

/** What is kept for as long as the law wants it, whoever asks. */
const keep = (): Promise<void> => Promise.resolve()

/** What the parts around money keep about a person; transfers, and the people paid in them, stay when somebody leaves. */
export const MONEY_DATA: readonly PersonalData[] = [
  // The copies of who the sender was go; the record that is locked has taken them over.
  { name: 'transfers', exportFor: exportTransfers, forget: forgetFrozenSenders },
  // Those given up before stay as well, until nothing sent from them counts any more.
  { name: 'formerNumbers', exportFor: exportFormerNumbers, forget: rememberNumber },
  {
    name: 'recipients',
    async exportFor(db, userId) {
      const people = await lastPaid(db, userId, { before: undefined, limit: MOST_RECIPIENTS })
      return people.map(({ name, phone, country, network, at }) => ({ name, phone, country, network, at }))
    },
    forget: keep,
  },
  {
    name: 'draft',
    exportFor: async (db, userId) => (await findDraft({ db, paidSince }, db, userId))?.content ?? null,
    forget: removeDraft,
  },
  { name: 'interests', exportFor: interestsOf, forget: forgetInterests },
  { name: 'notifications', exportFor: readSettings, forget: forgetNotifications },
]
