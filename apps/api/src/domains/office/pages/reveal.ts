import { takeFromBudgets } from '../../../db/budgets.ts'
import type { Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { appendRead } from '../../record/index.ts'

const HOUR = 3_600

/** Records that a member sees personal data in full. Throws Refused `rate_limited` above the hourly limit. */
export type NoteReveal = (
  member: { readonly id: string },
  action: string,
  subject: string,
  reason: string,
) => Promise<void>

/** Creates the counter and record of reveals, shared by all pages of the office. */
export const createNoteReveal =
  ({ db, revealsPerHour }: { readonly db: Db; readonly revealsPerHour: number }): NoteReveal =>
  async (member, action, subject, reason) => {
    const budget = { bucket: `office-reveal:${member.id}`, most: revealsPerHour, seconds: HOUR }
    const { wait } = await takeFromBudgets(db, [budget])
    if (wait > 0) throw new Refused('rate_limited', { retryAfter: wait })
    await appendRead(db, { member: member.id, action, subject, words: { reason } })
  }
