import type { Permission } from '@sesa/contract/office'
import type { Given } from './command.ts'

/**
 * Commands that need nobody to be signed in, because a schedule or a machine without a running office uses them
 * (decision 97). None of them shows who a customer is, and none changes anything for a customer.
 */
const FOR_EVERYBODY: ReadonlySet<string> = new Set([
  'archive list',
  'archive show',
  'archive verify',
  'audit verify',
  'backup',
  'close verify',
  'doctor',
  'float',
  'invariants',
  'jobs',
  'jobs dead',
  'monitoring run',
  'reconcile',
  'secret show',
  'staff invite-first',
  'staff sandbox-members',
  'staff sign-in',
  'staff sign-out',
  'staff who-am-i',
  'treasury compare',
])

/** Whether a command needs nobody to be signed in. `adopt` lists lost transfers for everybody; `adopt --apply` needs a member. */
export const isForEverybody = (name: string, { options }: Pick<Given, 'options'>): boolean =>
  FOR_EVERYBODY.has(name) || (name === 'adopt' && options['apply'] === undefined)

/** The permission that each other command needs once staff have joined. The keys are the words of the command. */
export const COMMAND_PERMISSIONS: Readonly<Record<string, Permission>> = {
  'account lock': 'accounts.change',
  'account unlock': 'accounts.change',
  'account hold': 'accounts.hold',
  'account lift-hold': 'accounts.hold',
  'account sign-out': 'accounts.change',
  'accounts sign-out-all': 'accounts.change',
  'number unlock': 'accounts.change',
  adopt: 'adoption.request',
  'archive month': 'system.manage',
  'archive return': 'system.manage',
  'reconcile explain': 'reconciliation.explain',
  'corridors open': 'corridors.change',
  'corridors close': 'corridors.change',
  'enquiries answer': 'enquiries.answer',
  'enquiries close': 'enquiries.answer',
  'float alert': 'float.manage',
  'float release': 'float.manage',
  'fraud rules set': 'fraud.manage',
  'holds release': 'holds.release',
  'holds refund': 'refunds.request',
  'holds repaid': 'payouts.request',
  'holds set': 'holds.set',
  'jobs retry': 'jobs.manage',
  'prices set': 'prices.change',
  'rails route': 'rails.manage',
  'rails off': 'rails.manage',
  'rails on': 'rails.manage',
  'manual done': 'rails.manage',
  'manual fail': 'rails.manage',
  'secret renew': 'system.manage',
  'transfer cancel': 'transfers.cancel',
  'treasury top-up': 'treasury.manage',
  'treasury convert': 'treasury.manage',
  'treasury adjust': 'treasury.manage',
  'cases assign': 'cases.decide',
  'cases note': 'cases.decide',
  'cases propose': 'cases.decide',
  'cases confirm': 'cases.decide',
  'cases refuse': 'cases.decide',
  'cases set-deadline': 'cases.decide',
  'identity review': 'identity.review',
  'identity tier': 'identity.review',
  'monitoring set': 'monitoring.change',
  'reports check': 'reports.file',
  'reports draft': 'reports.file',
  'reports approve': 'reports.file',
  'reports export': 'reports.file',
  'reports acknowledge': 'reports.file',
  'reports withdraw': 'reports.file',
  'reports travel-rule': 'reports.file',
  'reports profile set': 'reports.change',
  'reports schema add': 'reports.change',
  'close prepare': 'books.close',
  'close sign': 'books.close',
  'approvals approve': 'approvals.decide',
  'approvals reject': 'approvals.decide',
  'account show': 'customers.read',
  'approvals list': 'approvals.read',
  'approvals show': 'approvals.read',
  'cases deadlines': 'cases.read',
  'cases list': 'cases.read',
  'cases show': 'cases.read',
  'close export': 'books.close',
  'close list': 'books.close',
  'close show': 'books.close',
  'corridors list': 'corridors.read',
  'enquiries list': 'enquiries.answer',
  'enquiries show': 'enquiries.answer',
  'fraud replay': 'fraud.manage',
  'fraud rules check': 'fraud.manage',
  'fraud rules show': 'fraud.manage',
  'holds list': 'transfers.read',
  'holds show': 'transfers.read',
  'identity list': 'identity.review',
  'identity show': 'identity.review',
  'manual list': 'rails.manage',
  'messages list': 'transfers.read',
  'monitoring rules': 'monitoring.change',
  'monitoring try': 'monitoring.change',
  'prices history': 'prices.read',
  'prices list': 'prices.read',
  'prices simulate': 'prices.read',
  'rails list': 'corridors.read',
  'reports list': 'reports.file',
  'reports show': 'reports.file',
  'reports profile show': 'reports.file',
  'reports statistics': 'reports.file',
  'transfer show': 'transfers.read',
  treasury: 'finance.read',
}

/** Commands that members do in the office instead, where their passkey confirms each one. */
export const IN_THE_OFFICE: ReadonlySet<string> = new Set([
  'approvals approve',
  'approvals reject',
  'cases confirm',
  'cases refuse',
  'close sign',
  'holds refund',
  'holds release',
  'holds repaid',
  'reports approve',
  'reports export',
])

interface RecordedRead {
  /** The action of the entry: the same as for the office's page. */
  readonly action: string
  /** Whose data was shown, as an id or a reference: a number or a name would stay in the log for ever. */
  subject(given: Given, json: unknown): string | null
}

const named = ({ rest }: Given): string | null => rest[0] ?? null

/** The commands that show a customer's data. Each such read by a member is an entry of the audit log. */
export const RECORDED_READS: Readonly<Record<string, RecordedRead>> = {
  'account show': {
    action: 'customer.read',
    // It was named by its id or its phone number.
    subject: (_given, json) => (json as { readonly id: string }).id,
  },
  'cases show': { action: 'case.read', subject: named },
  'enquiries show': { action: 'enquiry.read', subject: named },
  'holds show': { action: 'transfer.read', subject: named },
  'identity show': { action: 'customer.identity_read', subject: named },
  'manual list': { action: 'manual_payouts.read', subject: () => null },
  'reports show': { action: 'filing.read', subject: named },
  'transfer show': { action: 'transfer.read', subject: named },
}
