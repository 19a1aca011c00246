import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isPermitted, mayApprove, PERMISSION_NAMES, PERMISSIONS, ROLES } from '@sesa/contract/office'
import { OFFICE_PAGE, withPermissions } from './office.ts'

it('docs/office.md shows the table of permissions as `node scripts/office.ts` writes it', () => {
  const plain = (text: string): string => text.replaceAll(/[ -]+/g, ' ')
  const page = readFileSync(OFFICE_PAGE, 'utf8')
  expect(plain(page)).toBe(plain(withPermissions(page)))
})

it('every role that approves may decide, and nothing that takes two people has a single role on both sides', () => {
  for (const name of PERMISSION_NAMES) {
    const { roles, approvers } = PERMISSIONS[name]
    expect(roles.length).toBeGreaterThan(0)
    if (approvers === undefined) continue
    for (const role of approvers) expect(isPermitted([role], 'approvals.decide')).toBe(true)
    // An administrator alone, who makes the members, can never both ask and approve.
    expect(isPermitted(['administrator'], name)).toBe(false)
    expect(ROLES.filter((role) => mayApprove([role], name))).toEqual(
      ROLES.filter((role) => approvers.includes(role)),
    )
  }
})
