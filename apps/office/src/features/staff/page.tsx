import { useState } from 'react'
import { officeCalls, type Approval, type StaffMember } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { useMay } from '../../lib/session.ts'
import { ROLE_WORDS } from '../../lib/words.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import { SandboxNotice } from '../../parts/sandbox-notice.tsx'
import { Tag } from '../../parts/tag.tsx'
import { momentColumn, type GridColumn } from '../../table/columns.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { useCall } from '../../lib/api.ts'

const STATES = {
  invited: { word: 'Invited', tone: 'warn' },
  active: { word: 'Active', tone: 'ok' },
  ended: { word: 'Deactivated', tone: 'plain' },
} as const

const COLUMNS: readonly GridColumn<StaffMember>[] = [
  { key: 'name', header: 'Name', width: 180, text: (row) => row.name },
  { key: 'email', header: 'Email', width: 210, text: (row) => row.email },
  {
    key: 'roles',
    header: 'Roles',
    width: 220,
    text: (row) => row.roles.map((role) => ROLE_WORDS[role]).join(', '),
  },
  {
    key: 'state',
    header: 'State',
    width: 110,
    text: (row) => STATES[row.state].word,
    render: (row) => <Tag tone={STATES[row.state].tone}>{STATES[row.state].word}</Tag>,
  },
  momentColumn('signed-in', 'Last signed in', 250, (row) => row.lastSignedInAt),
  { ...momentColumn('invited', 'Invited', 250, (row) => row.invitedAt), hidden: true },
  momentColumn('link', 'Link expires', 250, (row) => row.invitationEndsAt),
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
