import { PERMISSION_NAMES, PERMISSIONS, ROLES } from '../../packages/contract/src/office/index.ts'

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Returns the table: a member with a marked role has the permission; the last column names the approving roles. */
export function permissionTable(): string {
  const head = ['Permission', 'What it allows', ...ROLES, 'Approvers']
  const rows = PERMISSION_NAMES.map((name) => {
    const { means, roles, approvers = [] } = PERMISSIONS[name]
    const marks = ROLES.map((role) => (roles.includes(role) ? 'yes' : ''))
    return row(`\`${name}\``, means, ...marks, approvers.join(' or '))
  })
  return [row(...head), row(...head.map(() => '---')), ...rows].join('\n')
}
