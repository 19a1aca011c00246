import { expect, it } from 'vitest'
import {
  isPermitted,
  mayApprove,
  mayCombine,
  PERMISSION_NAMES,
  PERMISSIONS,
  ROLES,
} from '@sesa/contract/office'

it('every role that approves may decide, and nothing that takes two people has a single role on both sides', () => {
  for (const name of PERMISSION_NAMES) {
    const { roles, approvers } = PERMISSIONS[name]
    expect(roles.length).toBeGreaterThan(0)
    if (approvers === undefined) continue
    for (const role of approvers) expect(isPermitted([role], 'approvals.decide')).toBe(true)
    // An administrator, who approves for the others, asks for members alone: there is nobody else to ask.
    expect(isPermitted(['administrator'], name)).toBe(name === 'staff.manage')
    // Nobody with the roles of an administrator has those that ask.
    expect(roles.filter((role) => mayCombine(['administrator', role]))).toEqual(
      name === 'staff.manage' ? ['administrator'] : [],
    )
    expect(ROLES.filter((role) => mayApprove([role], name))).toEqual(
      ROLES.filter((role) => approvers.includes(role)),
    )
  }
})
