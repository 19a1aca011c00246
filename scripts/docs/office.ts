import { PERMISSION_NAMES, PERMISSIONS, ROLES } from '../../packages/contract/src/office/index.ts'

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Returns the table: a marked role has the permission; `approves` marks a second person. */
export function permissionTable(): string {
  const head = ['Permission', 'What it allows', ...ROLES, 'Second person']
  const rows = PERMISSION_NAMES.map((name) => {
    const { means, roles, approvers = [] } = PERMISSIONS[name]
    const marks = ROLES.map((role) => (roles.includes(role) ? 'yes' : ''))
    return row(`\`${name}\``, means, ...marks, approvers.join(' or '))
  })
  return [row(...head), row(...head.map(() => '---')), ...rows].join('\n')
}
