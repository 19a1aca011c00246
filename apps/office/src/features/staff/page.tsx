import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { officeCalls, type Approval, type StaffMember, type Role } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { useForm } from '@sesa/ui/form.ts'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { useMay } from '../../lib/session.ts'
import { ROLE_WORDS } from '../../lib/words.ts'
import { useCall, tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import { SandboxNotice } from '../../parts/sandbox-notice.tsx'
import { Tag } from '../../parts/tag.tsx'
import { ChangeFormDialog } from '../../parts/form-dialog.tsx'
import { momentColumn, type GridColumn } from '../../table/columns.ts'
import { MemberDialog } from './member-dialog.tsx'
import { RoleChoice, rolesProblem } from './role-choice.tsx'

const STATES = {
  invited: { word: 'Invited', tone: 'warn' },
  active: { word: 'Active', tone: 'ok' },
  ended: { word: 'Deactivated', tone: 'plain' },
} as const

const COLUMNS: readonly GridColumn<StaffMember>[] = [
  { key: 'name', header: 'Name', width: 200, text: (row) => row.name },
  { key: 'email', header: 'Email', width: 290, leaves: 2, text: (row) => row.email },
  {
    key: 'roles',
    header: 'Roles',
    width: 140,
    text: (row) => row.roles.map((role) => ROLE_WORDS[role]).join(', '),
  },
  {
    key: 'state',
    header: 'State',
    width: 110,
    text: (row) => STATES[row.state].word,
    render: (row) => <Tag tone={STATES[row.state].tone}>{STATES[row.state].word}</Tag>,
  },
  {
    ...momentColumn<StaffMember>('signed-in', 'Last signed in', 222, (row) => row.lastSignedInAt),
    leaves: 1,
  },
  { ...momentColumn('invited', 'Invited', 250, (row) => row.invitedAt), hidden: true },
  { ...momentColumn<StaffMember>('link', 'Link expires', 235, (row) => row.invitationEndsAt), leaves: 3 },
  { ...momentColumn('ended', 'Deactivated', 250, (row) => row.endedAt), hidden: true },
]

/** The members of staff: ask to invite one or to change roles, end one. */
export default function StaffPage() {
  const may = useMay()
  const [open, setOpen] = useState<string | null>(null)
  const [inviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<Approval | null>(null)
  const onAsked = (approval: Approval) => {
    setAsked(approval)
    setInviting(false)
    setOpen(null)
  }
  const staff = useCall(['staff'], officeCalls.listStaff, {})
  const member = staff.data?.members.find(({ id }) => id === open)
  return (
    <ListPage
      title="Staff"
      lead="Members and their roles."
      query={staff}
      what="the members"
      intro={
        <>
          <SandboxNotice />
          {asked && <AskedNotice approval={asked} />}
          {may('staff.manage') && (
            <Button className="self-start" onClick={() => setInviting(true)}>
              Invite a member
            </Button>
          )}
        </>
      }
      name="staff"
      caption="Members"
      columns={COLUMNS}
      rows={staff.data?.members ?? []}
      rowKey={({ id }) => id}
      onOpen={may('staff.manage') ? ({ id }) => setOpen(id) : undefined}
      empty={{ title: 'No members yet', text: 'Invite the first one.' }}
    >
      {inviting && <InviteDialog onClose={() => setInviting(false)} onAsked={onAsked} />}
      {member && (
        <MemberDialog key={member.id} member={member} onClose={() => setOpen(null)} onAsked={onAsked} />
      )}
    </ListPage>
  )
}

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter the member’s full name.'), v.maxLength(200)),
  email: v.pipe(v.string(), v.trim(), v.email('Enter an email address like name@example.com.')),
  reason: reasonSchema,
})

interface InviteDialogProps {
  onClose: () => void
  onAsked: (approval: Approval) => void
}

/** Asks to invite a member of staff. The link goes to the member's own address. */
function InviteDialog({ onClose, onAsked }: InviteDialogProps) {
  const client = useQueryClient()
  const [roles, setRoles] = useState<readonly Role[]>([])
  const form = useForm({
    schema,
    initial: { name: '', email: '', reason: '' },
    onSubmit: async (values) => {
      if (rolesProblem(roles) !== undefined) return null
      const { data, error } = await tryCall(officeCalls.inviteStaff, {
        body: { ...values, roles: [...roles] },
      })
      if (error) return error.code === 'member_exists' ? { ...error, field: 'email' } : error
      onAsked(data.approval)
      await client.invalidateQueries({ queryKey: ['approvals'] })
      return null
    },
  })
  const rolesError = form.attempt > 0 ? rolesProblem(roles) : undefined
  const summary = [
    ...form.summary,
    ...(rolesError === undefined ? [] : [{ id: 'roles', message: rolesError }]),
  ]
  return (
    <ChangeFormDialog
      title="Invite a member"
      confirm="Request approval"
      form={{ ...form, summary }}
      reason={form.field('reason')}
      hint="For example: new hire."
      onClose={onClose}
    >
      <p className="text-muted">After approval, we email the link to the member. You never see it.</p>
      <TextField label="Full name" autoComplete="off" spellCheck={false} {...form.field('name')} />
      <TextField label="Email" type="email" autoComplete="off" {...form.field('email')} />
      <RoleChoice id="roles" roles={roles} onChange={setRoles} error={rolesError} />
    </ChangeFormDialog>
  )
}
