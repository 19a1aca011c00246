import { compare, money, type Money } from '@sesa/money'
import type { SubjectState } from '../../../db/schema/compliance.ts'
import { inOneStatement } from '../../../db/index.ts'
import { decideVerdict, type Standing, type Verdict } from './decide.ts'
import { pollVersion } from './list-version.ts'
import { screenSubjects, type ScreenDeps } from './screen.ts'
import { subjectsOf, type ScreenedTransfer, type Subject } from './subjects.ts'

export interface CheckDeps extends ScreenDeps {
  /**
   * Limit while the list is unavailable: larger pay-outs wait; smaller ones leave, and are screened as soon as it is back.
   */
  readonly withoutListUpTo: Money<'USD'>
}

export interface Checked {
  readonly verdict: Verdict
  /** Sender and recipient. */
  readonly subjects: readonly bigint[]
}

const isScreened = ({ state, version }: Subject, current: string | undefined): boolean =>
  state !== 'unscreened' && version !== null && version === current

/**
 * Screens the sender and the recipient of a transfer, unless both were screened with the same data against the current
 * version of the list. Runs one database query if they were, or two when the list is queried and has no match.
 */
export async function checkTransfer(
  deps: CheckDeps,
  transfer: ScreenedTransfer & { readonly usd_amount: bigint },
): Promise<Checked> {
  const find = () =>
    inOneStatement(deps.db, 'screening.find_subjects', (db) => subjectsOf(db, deps.list.dataset, transfer))
  const first = await find()
  // Another process may just have created one of them.
  const { subjects, version: known } = first.subjects.length < 2 ? await find() : first
  const version = known ?? (await pollVersion(deps))
  const due = subjects.filter((subject) => !isScreened(subject, version))
  const states =
    version === undefined || due.length === 0
      ? new Map<bigint, SubjectState>()
      : await screenSubjects(deps, version, due)
  const standings = subjects.map((subject): Standing => {
    const answered = states.get(subject.id)
    return {
      state: answered ?? subject.state,
      isCurrent: answered !== undefined || isScreened(subject, version),
    }
  })
  const isAbove = compare(money(transfer.usd_amount, 'USD'), deps.withoutListUpTo) > 0
  return { verdict: decideVerdict(standings, isAbove), subjects: subjects.map(({ id }) => id) }
}
