import type { ApprovalAction } from '@sesa/contract/office'
import type { Parts } from '../two-people-parts.ts'
import { moneyRows } from './money-rows.ts'
import { peopleRows } from './people-rows.ts'
import type { OrderRow } from './row.ts'

/** Returns one row for every order of two people. */
export const orderRows = (parts: Parts): Readonly<Record<ApprovalAction, OrderRow>> => ({
  ...moneyRows(parts),
  ...peopleRows(parts),
})
