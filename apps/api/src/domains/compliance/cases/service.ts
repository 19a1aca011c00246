import type { OfficeCasePage } from '@sesa/contract/office'
import type { Db } from '../../../db/index.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { deadlinesInForce, setDeadline, type Deadline } from './deadlines.ts'
import type { Deciders } from './deciders.ts'
import { confirm, propose, refuse, type Proposal, type SeenAction } from './decisions.ts'
import {
  assignCase,
  listCases,
  noteCase,
  openStaffCase,
  waitCase,
  type CaseCursor,
  type CaseFilters,
  type CasePage,
} from './overview.ts'
import { readCase } from './read.ts'

/** Staff actions on cases. Each action records its author and reason; none notifies the customer. */
export interface CaseActions {
  list(filters?: CaseFilters, after?: CaseCursor | null): Promise<CasePage>
  /** Returns a case with everything needed to decide it; undefined when there is none. */
  show(number: string): Promise<OfficeCasePage | undefined>
  /** Opens a case about a customer, and returns its number. */
  open(userId: string, action: StaffAction): Promise<string>
  assign(number: string, action: StaffAction & { readonly to: string }): Promise<void>
  /** Hides a case from the next one until a time. */
  wait(number: string, action: StaffAction & { readonly until: string }): Promise<void>
  note(number: string, action: StaffAction): Promise<void>
  /** Proposes a decision; it takes effect once another person confirms it within a day. */
  propose(number: string, proposal: Proposal): Promise<void>
  confirm(number: string, action: SeenAction): Promise<void>
  refuse(number: string, action: StaffAction): Promise<void>
  deadlines(): Promise<readonly Deadline[]>
  setDeadline(deadline: Deadline, action: StaffAction): Promise<void>
}

/** Creates the actions on cases. `deciders` gives the possible decisions of each kind. All throw Refused. */
export function createCases({ db, deciders }: { readonly db: Db; readonly deciders: Deciders }): CaseActions {
  return {
    list: (filters, after) => listCases(db, filters, after),
    show: (number) => readCase(db, deciders, number),
    open: (userId, action) => openStaffCase(db, userId, action),
    assign: (number, action) => assignCase(db, number, action),
    wait: (number, action) => waitCase(db, number, action),
    note: (number, action) => noteCase(db, number, action),
    propose: (number, action) => propose(db, deciders, number, action),
    confirm: (number, action) => confirm(db, deciders, number, action),
    refuse: (number, action) => refuse(db, number, action),
    deadlines: () => deadlinesInForce(db),
    setDeadline: (deadline, action) => setDeadline(db, deadline, action),
  }
}
