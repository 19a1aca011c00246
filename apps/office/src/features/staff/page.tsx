import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type Approval, type StaffMember } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { Button } from '@sesa/ui/button.tsx'
import { callOffice } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { ROLE_WORDS } from '../../lib/words.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import { SandboxNotice } from '../../parts/sandbox-notice.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'

const STATES = {
  invited: { word: 'Invited', tone: 'warn' },
  active: { word: 'Active', tone: 'ok' },
  ended: { word: 'Deactivated', tone: 'plain' },
} as const

const moment = (at: string | null): string => (at === null ? '' : formatMoment(at))

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
    key: 'signed-in',
    header: 'Last signed in',
    width: 222,
    leaves: 1,
    text: (row) => moment(row.lastSignedInAt),
    at: (row) => row.lastSignedInAt,
  },
  {
    key: 'invited',
    header: 'Invited',
    width: 250,
    text: (row) => moment(row.invitedAt),
    at: (row) => row.invitedAt,
    hidden: true,
  },
  {
    key: 'link',
    header: 'Link expires',
    width: 235,
    leaves: 3,
    text: (row) => moment(row.invitationEndsAt),
    at: (row) => row.invitationEndsAt,
  },
  {
    key: 'ended',
    header: 'Deactivated',
    width: 250,
    text: (row) => moment(row.endedAt),
    at: (row) => row.endedAt,
    hidden: true,
  },
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
  const staff = useQuery({
    queryKey: ['staff'],
    queryFn: ({ signal }) => callOffice(officeCalls.listStaff, { signal }),
  })
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
      rowsOf={({ members }) => members}
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
