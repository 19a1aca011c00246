import { COMPLIANCE_COLUMNS } from './compliance-columns.ts'
import type { Columns } from './kinds.ts'
import { OFFICE_COLUMNS } from './office-columns.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'

/** Every column of the schema, once, by its table and what it holds. */
export const COLUMNS: Columns = { ...PRODUCT_COLUMNS, ...OFFICE_COLUMNS, ...COMPLIANCE_COLUMNS }
