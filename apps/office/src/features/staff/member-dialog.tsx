import { useState } from 'react'
import { officeCalls, type Approval, type Role, type StaffMember } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { ButtonRow } from '@sesa/ui/button.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { tryCall, useAct } from '../../lib/api.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { RoleChoice, rolesProblem } from './role-choice.tsx'

interface MemberDialogProps {
  member: StaffMember
  onClose: () => void
  onAsked: (approval: Approval) => void
}

/** An administrator's actions on a member: request a new link or other roles, or deactivate without approval. */
export function MemberDialog({ member, onClose, onAsked }: MemberDialogProps) {
  const act = useAct()
  const [roles, setRoles] = useState<readonly Role[]>(member.roles)
  const { id, name, state } = member
  const params = { id }

  const ask = (call: (reason: string) => Promise<Outcome<{ approval: Approval }>>) =>
    act(call, { then: ({ approval }) => onAsked(approval), changes: [['approvals']] })
  const change = ask((reason: string) =>
    tryCall(officeCalls.changeRoles, { params, body: { roles: [...roles], reason } }),
  )
  const inviteAgain = ask((reason: string) => tryCall(officeCalls.inviteAgain, { params, body: { reason } }))
  const end = act((reason: string) => tryCall(officeCalls.endStaff, { params, body: { reason } }), {
    said: `${name} can no longer sign in`,
    then: onClose,
    changes: [['staff']],
  })

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
                text="After approval, their sessions end and they sign in again."
                confirm="Request approval"
                onSubmit={change}
              />
            )}
            <ReasonDialog
              label="Invite again"
              title={`Invite ${name} again?`}
              text="Verify their identity first. After approval, their passkeys and sessions end, and we email them a new link."
              confirm="Request approval"
              onSubmit={inviteAgain}
            />
            <ReasonDialog
              label="Deactivate member"
              variant="danger"
              title={`Deactivate ${name}?`}
              text="Their sessions and passkeys end immediately. Their name stays in the records."
              confirm="Deactivate"
              onSubmit={end}
            />
          </ButtonRow>
        </>
      )}
    </Dialog>
  )
}
