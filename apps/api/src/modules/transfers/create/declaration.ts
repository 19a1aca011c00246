import type { PurposeOfFunds, Relationship, SourceOfFunds } from '@sesa/contract'
import { Refused } from '../../../lib/refused.ts'
import type { IntentBody } from './input.ts'
import type { Declaration } from '../ports.ts'
import type { TransferRow } from '../state/transfer-row.ts'

/** What somebody said of the money, as a transfer keeps it. */
export interface DeclarationColumns {
  readonly purpose_of_funds: PurposeOfFunds | null
  readonly source_of_funds: SourceOfFunds | null
  readonly relationship: Relationship | null
}

/** Where nobody was asked. */
export const NOT_DECLARED: DeclarationColumns = {
  purpose_of_funds: null,
  source_of_funds: null,
  relationship: null,
}

function refuse(field: keyof IntentBody, message: string): never {
  throw new Refused('declaration_required', { field, message })
}

/**
 * What is kept of what a sender said of the money: nothing where the network does not want to be told. Refused
 * `sender_details_required` while it is not known who sends, and `declaration_required` with the field.
 */
export async function requireDeclared(
  { purposeOfFunds, sourceOfFunds, relationship }: IntentBody,
  wanted: { readonly needsSender: boolean; isKnown(): Promise<boolean> },
): Promise<DeclarationColumns> {
  if (!wanted.needsSender) return NOT_DECLARED
  if (purposeOfFunds === undefined) refuse('purposeOfFunds', 'Choose what the money is for.')
  if (sourceOfFunds === undefined) refuse('sourceOfFunds', 'Choose where the money comes from.')
  if (!(await wanted.isKnown())) throw new Refused('sender_details_required')
  return {
    purpose_of_funds: purposeOfFunds,
    source_of_funds: sourceOfFunds,
    relationship: relationship ?? null,
  }
}

/** What the sender of this transfer said of the money; null when they were not asked. */
export function declarationOf(row: TransferRow): Declaration | null {
  const { purpose_of_funds: purposeOfFunds, source_of_funds: sourceOfFunds, relationship } = row
  if (purposeOfFunds === null || sourceOfFunds === null) return null
  return { purposeOfFunds, sourceOfFunds, relationship }
}
