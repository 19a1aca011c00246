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
    // An administrator, who approves other members' requests, only asks for member changes, since no one else can.
    expect(isPermitted(['administrator'], name)).toBe(name === 'staff.manage')
    // No administrator has the roles that ask.
    expect(roles.filter((role) => mayCombine(['administrator', role]))).toEqual(
      name === 'staff.manage' ? ['administrator'] : [],
    )
    expect(ROLES.filter((role) => mayApprove([role], name))).toEqual(
      ROLES.filter((role) => approvers.includes(role)),
    )
  }
})
