import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type Approval, type Role, type StaffMember } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { ButtonRow } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { tryCall } from '../../lib/api.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { RoleChoice, rolesProblem } from './role-choice.tsx'

interface MemberDialogProps {
  member: StaffMember
  onClose: () => void
  onAsked: (approval: Approval) => void
}

/** An administrator's actions on a member: request a new link or other roles, or deactivate without approval. */
export function MemberDialog({ member, onClose, onAsked }: MemberDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [roles, setRoles] = useState<readonly Role[]>(member.roles)
  const { id, name, state } = member
  const params = { id }

  const asked = async ({ data, error }: Outcome<{ approval: Approval }>): Promise<Failure | null> => {
    if (error) return error
    onAsked(data.approval)
    await client.invalidateQueries({ queryKey: ['approvals'] })
    return null
  }
  const change = async (reason: string) =>
    asked(await tryCall(officeCalls.changeRoles, { params, body: { roles: [...roles], reason } }))
  const inviteAgain = async (reason: string) =>
    asked(await tryCall(officeCalls.inviteAgain, { params, body: { reason } }))
  const end = async (reason: string) => {
    const { error } = await tryCall(officeCalls.endStaff, { params, body: { reason } })
    if (error) return error
    toast(`${name} can no longer sign in`)
    await client.invalidateQueries({ queryKey: ['staff'] })
    return null
  }

  const changed = roles.toSorted().join() !== member.roles.toSorted().join()
  const problem = rolesProblem(roles)
  return (
    <Dialog open title={name} onClose={onClose}>
      <p className="text-muted">{member.email}</p>
      {state === 'ended' ? (
        <p>This member is deactivated. Their name stays in the records.</p>
      ) : (
        <>
          <RoleChoice id="member-roles" roles={roles} onChange={setRoles} error={problem} />
          <ButtonRow>
            {changed && problem === undefined && (
              <ReasonDialog
                label="Change roles"
                variant="primary"
                title={`Change the roles of ${name}?`}
                confirm="Request approval"
                onSubmit={change}
              >
                <p>After approval, their sessions end and they sign in again.</p>
              </ReasonDialog>
            )}
            <ReasonDialog
              label="Invite again"
              title={`Invite ${name} again?`}
              confirm="Request approval"
              onSubmit={inviteAgain}
            >
              <p>
                Verify their identity first. After approval, their passkeys and sessions end, and we email
                them a new link.
              </p>
            </ReasonDialog>
            <ReasonDialog
              label="Deactivate member"
              variant="danger"
              title={`Deactivate ${name}?`}
              confirm="Deactivate"
              onSubmit={end}
              onDone={onClose}
            >
              <p>Their sessions and passkeys end immediately. Their name stays in the records.</p>
            </ReasonDialog>
          </ButtonRow>
        </>
      )}
    </Dialog>
  )
}
