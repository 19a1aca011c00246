import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type Role, type StaffMember } from '@sesa/contract/office'
import type { Failure } from '@sesa/web/http'
import { ButtonRow } from '@sesa/web/ui/button.tsx'
import { useToast } from '@sesa/web/ui/feedback/toast.tsx'
import { Dialog } from '@sesa/web/ui/overlay/dialog.tsx'
import { tryCall } from '../../lib/api.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { RoleChoice, rolesProblem } from './role-choice.tsx'

/** What an administrator may do with a member. */
export function MemberDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const [roles, setRoles] = useState<readonly Role[]>(member.roles)
  const [link, setLink] = useState<{ link: string; expiresAt: string } | null>(null)
  const { id, name, state } = member
  const params = { id }

  const finish = async (error: Failure | undefined, said: string): Promise<Failure | null> => {
    if (error) return error
    toast(said)
    await client.invalidateQueries({ queryKey: ['staff'] })
    return null
  }
  const change = async (reason: string) => {
    const { error } = await tryCall(officeCalls.changeRoles, { params, body: { roles: [...roles], reason } })
    return finish(error, 'Roles changed')
  }
  const inviteAgain = async (reason: string) => {
    const { data, error } = await tryCall(officeCalls.inviteAgain, { params, body: { reason } })
    if (data) setLink(data)
    return finish(error, 'New link made')
  }
  const end = async (reason: string) => {
    const { error } = await tryCall(officeCalls.endStaff, { params, body: { reason } })
    return finish(error, `${name} can no longer sign in`)
  }

  const changed = roles.toSorted().join() !== member.roles.toSorted().join()
  const problem = rolesProblem(roles)
  return (
    <Dialog open title={name} onClose={onClose}>
      <p className="text-muted">{member.email}</p>
      {link && <InvitationLink {...link} />}
      {state === 'ended' ? (
        <p>This member has ended. Their name stays in the records.</p>
      ) : (
        <>
          <RoleChoice id="member-roles" roles={roles} onChange={setRoles} error={problem} />
          <ButtonRow>
            {changed && problem === undefined && (
              <ReasonDialog
                label="Change roles"
                variant="primary"
                title={`Change the roles of ${name}?`}
                confirm="Change roles"
                onSubmit={change}
              >
                <p>Their sessions end, and they sign in again.</p>
              </ReasonDialog>
            )}
            <ReasonDialog
              label="Make a new link"
              title={`Make a new link for ${name}?`}
              confirm="Make a new link"
              onSubmit={inviteAgain}
            >
              <p>Their old passkeys and sessions end. Check first that it’s really them.</p>
            </ReasonDialog>
            <ReasonDialog
              label="End this member"
              variant="danger"
              title={`End ${name}?`}
              confirm="End"
              onSubmit={end}
              onDone={onClose}
            >
              <p>Their sessions and passkeys end at once. Their name stays in the records.</p>
            </ReasonDialog>
          </ButtonRow>
        </>
      )}
    </Dialog>
  )
}
