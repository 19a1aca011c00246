/** `node scripts/office.ts` writes the table of permissions in docs/office.md from the contract. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PERMISSION_NAMES, PERMISSIONS, ROLES } from '../packages/contract/src/office/index.ts'
import { ROOT } from './files.ts'

const BEGIN = '<!-- permissions: written by `node scripts/office.ts` -->'
const END = '<!-- end of permissions -->'

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Returns the table: a member with a marked role has the permission; `approves` marks a second person. */
export function permissionTable(): string {
  const head = ['Permission', 'What it allows', ...ROLES, 'Second person']
  const rows = PERMISSION_NAMES.map((name) => {
    const { means, roles, approvers = [] } = PERMISSIONS[name]
    const marks = ROLES.map((role) => (roles.includes(role) ? 'yes' : ''))
    return row(`\`${name}\``, means, ...marks, approvers.join(' or '))
  })
  return [row(...head), row(...head.map(() => '---')), ...rows].join('\n')
}

export const OFFICE_PAGE = join(ROOT, 'docs/office.md')

/** Returns the page with the table in its place. @throws Error when the page has lost the marks around it. */
export function withPermissions(page: string): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error('docs/office.md has lost the marks of its table')
  return `${before}${BEGIN}\n\n${permissionTable()}\n\n${END}${after}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(OFFICE_PAGE, withPermissions(readFileSync(OFFICE_PAGE, 'utf8')))
