/** What a staff member may do depends on their roles; a member may have several. */
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
  /** What a member with it may do, in plain words. */
  readonly means: string
  /** Who has it. */
  readonly roles: readonly Role[]
  /** Who may approve what another member asked for; absent where one person is enough. */
  readonly approvers?: readonly Role[]
}

/** The one table of permissions: the server checks it, the tests are made of it, and docs/office.md shows it. */
const TABLE = {
  'customers.read': {
    means: 'find customers and see their page, with personal data masked',
    roles: ['support', 'compliance'],
  },
  'customers.reveal': {
    means: 'see a customer’s or recipient’s personal data in full, with a reason',
    roles: ['support', 'compliance'],
  },
  'transfers.read': {
    means: 'find transfers and see their page and the queue of holds',
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
  'accounts.hold': { means: 'put accounts on hold and lift their holds', roles: ['compliance'] },
  'holds.set': { means: 'put a transfer on hold', roles: ['support', 'compliance', 'finance'] },
  'holds.release': {
    means: 'release a hold, under review only with cases.read; from a set amount on, another person approves',
    roles: ['compliance', 'finance'],
    approvers: ['compliance', 'administrator'],
  },
  'refunds.request': {
    means: 'refund by hand what we owe a customer',
    roles: ['support', 'finance'],
    approvers: ['finance', 'administrator'],
  },
  'payouts.request': {
    means: 'book money that was paid back off the card',
    roles: ['finance'],
    approvers: ['finance', 'administrator'],
  },
  'prices.read': { means: 'see the price lists', roles: ['finance', 'administrator'] },
  'prices.change': {
    means: 'put a price list in force',
    roles: ['finance'],
    approvers: ['finance', 'administrator'],
  },
  'limits.change': {
    means: 'change the amount from which a release needs two people, and the limits of tiers',
    roles: ['compliance', 'finance'],
    approvers: ['compliance', 'administrator'],
  },
  'corridors.change': {
    means: 'open and close corridors',
    roles: ['finance', 'engineer'],
    approvers: ['compliance', 'administrator'],
  },
  'corridors.read': {
    means: 'see which corridors and rails are open, and why one is closed',
    roles: ROLES,
  },
  'rails.manage': {
    means: 'close rails and end pay-outs by hand; open rails and route networks with a second person',
    roles: ['finance', 'engineer'],
    approvers: ['finance', 'compliance', 'administrator'],
  },
  'adoption.request': {
    means: 'make lost transfers again after a restore',
    roles: ['engineer'],
    approvers: ['finance', 'administrator'],
  },
  'erasure.request': {
    means: 'erase a customer’s account',
    roles: ['support', 'compliance'],
    approvers: ['compliance', 'administrator'],
  },
  'approvals.read': {
    means: 'see what waits for a second person and what was decided, as far as one may read or decide it',
    roles: ROLES,
  },
  'approvals.decide': {
    means: 'approve or reject what another member asked for, where the table names their role',
    roles: ['compliance', 'finance', 'administrator'],
  },
  'staff.read': { means: 'see the members of staff and their roles', roles: ['compliance', 'administrator'] },
  'staff.manage': {
    means: 'end members; invite them and change their roles with a second person',
    roles: ['administrator'],
    approvers: ['compliance', 'administrator'],
  },
  'audit.read': {
    means: 'read the audit log',
    roles: ['compliance', 'administrator'],
  },
  'reconciliation.read': {
    means: 'see the differences from the providers’ books',
    roles: ['finance', 'engineer'],
  },
  'reconciliation.explain': { means: 'explain a difference', roles: ['finance'] },
  'enquiries.answer': { means: 'read and answer enquiries', roles: ['support', 'compliance'] },
  'templates.change': { means: 'write and retire templates of answers', roles: ['support', 'compliance'] },
  'notes.write': {
    means: 'read and write notes on customers and transfers',
    roles: ['support', 'compliance'],
  },
  'cases.read': { means: 'see cases of screening and monitoring', roles: ['compliance'] },
  'cases.decide': { means: 'decide cases of screening and monitoring', roles: ['compliance'] },
  'identity.review': {
    means: 'decide identity checks, and set a customer’s tier',
    roles: ['compliance'],
    approvers: ['compliance', 'administrator'],
  },
  'monitoring.change': {
    means: 'change the rules of monitoring',
    roles: ['compliance'],
    approvers: ['compliance', 'administrator'],
  },
  'fraud.manage': {
    means: 'change the rules of fraud',
    roles: ['compliance'],
    approvers: ['compliance', 'administrator'],
  },
  'reports.file': { means: 'file reports with authorities', roles: ['compliance'] },
  'reports.change': {
    means: 'set what a country’s authority asks for',
    roles: ['compliance'],
    approvers: ['compliance', 'administrator'],
  },
  'finance.read': {
    means: 'see floats, the treasury, and profit and loss',
    roles: ['finance', 'administrator'],
  },
  'privacy.manage': {
    means: 'work on customers’ requests for their data or its erasure',
    roles: ['compliance'],
  },
  'retention.read': {
    means: 'see what is kept, why and how long',
    roles: ['compliance', 'administrator'],
  },
  'books.close': { means: 'prepare and sign the books of a day', roles: ['finance'] },
  'float.manage': { means: 'set alert levels and release what an empty wallet stopped', roles: ['finance'] },
  'treasury.manage': {
    means: 'book top-ups, conversions and adjustments',
    roles: ['finance'],
    approvers: ['finance', 'administrator'],
  },
  'jobs.manage': { means: 'run failed jobs again', roles: ['engineer'] },
  'system.manage': { means: 'archive months and renew the secret', roles: ['engineer'] },
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
