import type { Columns } from './kinds.ts'

/** Columns of the tables of screening, cases, identity checks and reports. */
export const COMPLIANCE_COLUMNS: Columns = {}
