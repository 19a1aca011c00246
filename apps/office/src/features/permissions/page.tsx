import { officeCalls } from '@sesa/contract/office'
import { Table } from '@sesa/ui/layout/table.tsx'
import { useMe } from '../../lib/session.ts'
import { anyOf, ROLE_WORDS } from '../../lib/words.ts'
import { useCall } from '../../lib/api.ts'
import { LoadedPage } from '../../parts/loaded.tsx'
import { Tag } from '../../parts/tag.tsx'

/** The table of permissions, as the server checks it. */
export default function PermissionsPage() {
  const me = useMe()
  const table = useCall(['permissions'], officeCalls.listPermissions, {})
  return (
    <LoadedPage
      title="Permissions"
      lead={`What each role may do. Your roles: ${me.roles.map((role) => ROLE_WORDS[role]).join(', ')}.`}
      query={table}
      what="the permissions"
    >
      {({ permissions }) => (
        <Table
          caption="Permissions by role"
          hideCaption
          rows={permissions}
          rowKey={({ name }) => name}
          columns={[
            {
              header: 'Permission',
              phone: '',
              render: ({ name, means }) => (
                <span className="block">
                  {means.charAt(0).toUpperCase() + means.slice(1)}
                  <span className="block text-muted">{name}</span>
                </span>
              ),
            },
            {
              header: 'Roles',
              phone: '',
              render: ({ roles }) => roles.map((role) => ROLE_WORDS[role]).join(', '),
            },
            {
              header: 'Approvers',
              phone: '',
              render: ({ approvers }) => anyOf(approvers.map((role) => ROLE_WORDS[role])),
            },
            {
              header: 'You',
              phone: '',
              render: ({ name }) => me.permissions.includes(name) && <Tag tone="ok">Yes</Tag>,
            },
          ]}
        />
      )}
    </LoadedPage>
  )
}
