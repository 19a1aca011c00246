/** Roles decide a member's permissions; a member may have several. */
export const ROLES = ['support', 'compliance', 'finance', 'engineer', 'administrator'] as const
export type Role = (typeof ROLES)[number]

/** The roles that one member may combine: each asks for something that an administrator approves, so an administrator has none. */
export const COMBINED_ROLES = [
  'support',
  'compliance',
  'finance',
  'engineer',
] as const satisfies readonly Role[]

/** Whether one member may have all these roles. */
export const mayCombine = (roles: readonly Role[]): boolean =>
  !roles.includes('administrator') || roles.every((role) => role === 'administrator')

interface Rule {
  /** The actions that it allows, in plain words. */
  readonly means: string
  /** Who has it. */
  readonly roles: readonly Role[]
  /** Roles that approve another member's request; absent if no approval is needed. */
  readonly approvers?: readonly Role[]
}

/** The one table of permissions: the server checks it, the tests are made of it, and docs/office.md shows it. */
const TABLE = {
  'customers.read': {
    means: 'find and open customers, with personal data masked',
    roles: ['support', 'compliance'],
  },
  'customers.reveal': {
    means: 'reveal a customer’s or recipient’s personal data, with a reason',
    roles: ['support', 'compliance'],
  },
  'transfers.read': {
    means: 'find and open transfers, and see the hold queue',
    roles: ['support', 'compliance', 'finance', 'engineer'],
  },
  'transfers.cancel': { means: 'cancel a transfer', roles: ['support', 'compliance'] },
  'accounts.change': {
    means: 'lock and unlock accounts and numbers, and sign customers out',
    roles: ['support', 'compliance'],
  },
  'names.correct': {
    means: 'correct a customer’s name from a document',
    roles: ['support', 'compliance'],
    approvers: ['compliance'],
  },
  'accounts.hold': { means: 'place and lift account holds', roles: ['compliance'] },
  'holds.set': { means: 'put a transfer on hold', roles: ['support', 'compliance', 'finance'] },
  'holds.release': {
    means: 'release a hold (under review only with cases.read); from the release threshold on, with approval',
    roles: ['compliance', 'finance'],
    approvers: ['compliance', 'administrator'],
  },
  'refunds.request': {
    means: 'refund manually what we owe a customer',
    roles: ['support', 'finance'],
    approvers: ['finance', 'administrator'],
  },
  'payouts.request': {
    means: 'record an off-card repayment, and a carrier’s written answer about a payment',
    roles: ['finance'],
    approvers: ['finance', 'administrator'],
  },
  'prices.read': { means: 'see price lists', roles: ['finance', 'administrator'] },
  'prices.change': {
    means: 'put a price list in force',
    roles: ['finance'],
    approvers: ['finance', 'administrator'],
  },
  'limits.change': {
    means: 'change the release threshold and the tier limits',
    roles: ['compliance', 'finance'],
    approvers: ['compliance', 'administrator'],
  },
  'corridors.change': {
    means: 'open and close corridors and ways to pay',
    roles: ['finance', 'engineer'],
    approvers: ['compliance', 'administrator'],
  },
  'corridors.read': {
    means: 'see which corridors, rails and ways to pay are open, and why others are closed',
    roles: ROLES,
  },
  'rails.manage': {
    means: 'close rails and settle manual pay-outs; open rails and route networks with approval',
    roles: ['finance', 'engineer'],
    approvers: ['finance', 'compliance', 'administrator'],
  },
  'adoption.request': {
    means: 'recover lost transfers after a restore',
    roles: ['engineer'],
    approvers: ['finance', 'administrator'],
  },
  'erasure.request': {
    means: 'erase a customer’s account',
    roles: ['support', 'compliance'],
    approvers: ['compliance', 'administrator'],
  },
  'approvals.read': {
    means: 'see pending and decided requests that the member may read or decide',
    roles: ROLES,
  },
  'approvals.decide': {
    means: 'approve or reject other members’ requests, where the table names their role',
    roles: ['compliance', 'finance', 'administrator'],
  },
  'staff.read': { means: 'see members and their roles', roles: ['compliance', 'administrator'] },
  'staff.manage': {
    means: 'deactivate members; invite members and change roles with approval',
    roles: ['administrator'],
    approvers: ['compliance', 'administrator'],
  },
  'audit.read': {
    means: 'read the audit log',
    roles: ['compliance', 'administrator'],
  },
  'reconciliation.read': {
    means: 'see reconciliation breaks',
    roles: ['finance', 'engineer'],
  },
  'reconciliation.explain': { means: 'explain a break', roles: ['finance'] },
  'enquiries.answer': { means: 'read and answer enquiries', roles: ['support', 'compliance'] },
  'templates.change': { means: 'write and retire answer templates', roles: ['support', 'compliance'] },
  'notes.write': {
    means: 'read and write staff notes on customers and transfers',
    roles: ['support', 'compliance'],
  },
  'cases.read': { means: 'see screening and monitoring cases', roles: ['compliance'] },
  'cases.decide': { means: 'decide screening and monitoring cases', roles: ['compliance'] },
  'identity.review': {
    means: 'decide identity checks and set customers’ tiers',
    roles: ['compliance'],
    approvers: ['compliance', 'administrator'],
  },
  'monitoring.change': {
    means: 'change the monitoring rules',
    roles: ['compliance'],
    approvers: ['compliance', 'administrator'],
  },
  'fraud.manage': {
    means: 'change the fraud rules',
    roles: ['compliance'],
    approvers: ['compliance', 'administrator'],
  },
  'reports.file': { means: 'file reports with authorities', roles: ['compliance'] },
  'reports.change': {
    means: 'change a country’s reporting profile',
    roles: ['compliance'],
    approvers: ['compliance', 'administrator'],
  },
  'finance.read': {
    means: 'see floats, the treasury, and profit and loss',
    roles: ['finance', 'administrator'],
  },
  'privacy.manage': {
    means: 'handle privacy requests',
    roles: ['compliance'],
  },
  'retention.read': {
    means: 'see the retention register',
    roles: ['compliance', 'administrator'],
  },
  'books.close': { means: 'prepare and sign the daily close', roles: ['finance'] },
  'float.manage': { means: 'set alert levels and release transfers held for float', roles: ['finance'] },
  'treasury.manage': {
    means: 'book top-ups, conversions and adjustments',
    roles: ['finance'],
    approvers: ['finance', 'administrator'],
  },
  'jobs.manage': { means: 'retry failed jobs', roles: ['engineer'] },
  'system.manage': { means: 'archive months and rotate the secret', roles: ['engineer'] },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof TABLE
export const PERMISSIONS: Readonly<Record<Permission, Rule>> = TABLE
export const PERMISSION_NAMES = Object.keys(TABLE) as [Permission, ...Permission[]]

/** Whether a member with these roles has the permission. */
export function isPermitted(roles: readonly Role[], permission: Permission): boolean {
  return PERMISSIONS[permission].roles.some((role) => roles.includes(role))
}

/** Whether a member with these roles may approve what another member asked for under the permission. */
export function mayApprove(roles: readonly Role[], permission: Permission): boolean {
  return PERMISSIONS[permission].approvers?.some((role) => roles.includes(role)) ?? false
}

/** Every permission of a member with these roles, in the order of the table. */
export function permissionsOf(roles: readonly Role[]): Permission[] {
  return PERMISSION_NAMES.filter((name) => isPermitted(roles, name))
}
