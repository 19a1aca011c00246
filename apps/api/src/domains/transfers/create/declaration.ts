import type { PurposeOfFunds, Relationship, SourceOfFunds } from '@sesa/contract'
import { Refused } from '../../../lib/refused.ts'
import type { IntentBody } from './input.ts'
import type { Declaration } from '../ports.ts'
import type { TransferRow } from '../state/transfer-row.ts'

/** The columns of the customer's declaration about the money. */
export interface DeclarationColumns {
  readonly purpose_of_funds: PurposeOfFunds | null
  readonly source_of_funds: SourceOfFunds | null
  readonly relationship: Relationship | null
}

/** The columns when no declaration was required. */
export const NOT_DECLARED: DeclarationColumns = {
  purpose_of_funds: null,
  source_of_funds: null,
  relationship: null,
}

function refuse(field: keyof IntentBody, message: string): never {
  throw new Refused('declaration_required', { field, message })
}

/**
 * Returns the declaration to store; empty if the network does not require one. Throws Refused `declaration_required` with the
 * field, or `sender_details_required` until the customer has given their details.
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

/** Returns the customer's declaration about a transfer's money; null when none was required. */
export function declarationOf(row: TransferRow): Declaration | null {
  const { purpose_of_funds: purposeOfFunds, source_of_funds: sourceOfFunds, relationship } = row
  if (purposeOfFunds === null || sourceOfFunds === null) return null
  return { purposeOfFunds, sourceOfFunds, relationship }
}
