import type { CountryCode } from '@sesa/contract'
import type { ColumnType, Generated } from 'kysely'

type Fixed<T> = ColumnType<T, T, never>
type FixedDefault<T> = ColumnType<T, T | undefined, never>
type Made<T> = ColumnType<T, never, never>

export type FilingKind = 'suspicion' | 'weekly' | 'monthly'
export type FilingState = 'draft' | 'approved' | 'exported' | 'acknowledged' | 'withdrawn'

interface Filings {
  id: Made<bigint>
  number: Made<string>
  country: Fixed<CountryCode>
  kind: Fixed<FilingKind>
  case_number: string | null
  /** Written as JSON text. */
  content: ColumnType<unknown, string, string>
  period_from: FixedDefault<string | null>
  period_to: FixedDefault<string | null>
  known_at: Date
  due_at: Date
  state: Generated<FilingState>
  drafted_by: string
  drafted_at: Generated<Date>
  approved_by: string | null
  approved_at: Date | null
  document_hash: Buffer | null
  exported_at: Date | null
  authority_id: string | null
  ended_at: Date | null
}

interface FilingFiles {
  filing_id: Fixed<bigint>
  name: Fixed<string>
  sealed: Buffer
  digest: Fixed<Buffer>
  kept_at: Made<Date>
}

interface ReportSchemas {
  digest: Fixed<Buffer>
  name: Fixed<string>
  text: Fixed<string>
  author: Fixed<string>
  created_at: Made<Date>
}

export interface ReportTables {
  filing_files: FilingFiles
  report_schemas: ReportSchemas
  filings: Filings
}
