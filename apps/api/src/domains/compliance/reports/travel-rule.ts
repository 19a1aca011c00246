import { machineCsvLine } from '@sesa/contract'
import { toMajorString } from '@sesa/money'
import { inTransaction } from '../../../db/index.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import type { DocumentDeps } from './documents.ts'
import type { ReportedTransfer } from './model.ts'
import { readTransfers } from './read.ts'

/** The data that accompanies a transfer (FATF Recommendation 16), flat, by name; null where we do not have it. */
export type TravelRuleData = Readonly<Record<string, string | null>>

/** Returns the travel-rule data of a transfer, from the sender as frozen when it was opened. Pure. */
export function travelRuleOf(transfer: ReportedTransfer): TravelRuleData {
  const { sender, recipient, received, charged } = transfer
  return {
    reference: transfer.reference,
    charged_at: transfer.chargedAt?.toISOString() ?? null,
    debtor_name: sender.name === '' ? null : sender.name,
    debtor_birth_date: sender.birthDate,
    debtor_address_line: sender.address?.line ?? null,
    debtor_postal_code: sender.address?.postalCode ?? null,
    debtor_city: sender.address?.city ?? null,
    debtor_country: sender.address?.country ?? null,
    debtor_customer_id: sender.customerId,
    debtor_document_type: sender.identification?.type ?? null,
    debtor_document_number: sender.identification?.number ?? null,
    debtor_document_country: sender.identification?.issueCountry ?? null,
    creditor_name: recipient.name,
    creditor_wallet: recipient.phone,
    creditor_network: transfer.recipientNetwork,
    creditor_country: transfer.recipientCountry,
    creditor_town: null,
    relationship: transfer.relationship,
    purpose: transfer.purpose,
    charged_amount: toMajorString(charged),
    charged_currency: charged.currency,
    received_amount: toMajorString(received),
    received_currency: received.currency,
  }
}

/** Returns the names of the missing data. */
export const missingFrom = (data: TravelRuleData): string[] =>
  Object.entries(data).flatMap(([name, value]) => (value === null ? [name] : []))

/** Returns the data as CSV with a line for each name. */
export function travelRuleAsCsv(data: TravelRuleData): string {
  const rows = Object.entries(data).map(([name, value]) => [name, value ?? ''])
  return [['name', 'value'], ...rows].map(machineCsvLine).join('')
}

/** Returns the travel-rule data of a transfer, and records its reader. @throws Refused when there is none. */
export function readTravelRule(
  deps: Pick<DocumentDeps, 'db' | 'openDocument'>,
  reference: string,
  { staff, reason }: StaffAction,
): Promise<TravelRuleData> {
  return inTransaction(deps.db, 'reports.travel_rule', async (tx) => {
    const [transfer] = await readTransfers(tx, deps, [reference])
    if (transfer === undefined) throw new Error(`${reference} was not read`)
    await tx
      .insertInto('staff_actions')
      .values({ action: 'export_travel_rule', staff, reason, subject: reference })
      .execute()
    return travelRuleOf(transfer)
  })
}
