import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { officeCalls, type OfficeIdentityCheck } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice } from '../../lib/api.ts'
import { BASE, paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session.ts'
import { providerName, readable, spanText } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'

const COLUMNS: readonly GridColumn<OfficeIdentityCheck>[] = [
  { key: 'name', header: 'Name on the document', width: 220, text: (row) => row.name ?? 'Not given' },
  {
    key: 'waiting',
    header: 'Waiting for',
    width: 150,
    text: (row) => spanText(Date.parse(row.since), serverNow()),
    at: (row) => row.since,
  },
  { key: 'reason', header: 'Why', width: 220, text: (row) => readable(row.reason ?? 'unknown') },
  { key: 'provider', header: 'Provider', width: 170, text: (row) => providerName(row.provider) },
  { key: 'code', header: 'Its code', width: 170, text: (row) => row.providerCode ?? '' },
  { key: 'customer', header: 'Customer', width: 320, text: (row) => row.customerId },
  {
    key: 'since',
    header: 'Since',
    width: 250,
    text: (row) => formatMoment(row.since),
    at: (row) => row.since,
    hidden: true,
  },
]

/** Identity checks that wait for a decision, the longest waiting first. */
export default function IdentityChecksPage() {
  const me = useMe()
  const navigate = useNavigate()
  const checks = useQuery({
    queryKey: ['identity-checks', 'list'],
    queryFn: ({ signal }) => callOffice(officeCalls.listIdentityChecks, { signal }),
  })
  return (
    <Page
      title="Identity checks"
      width="wide"
      lead="What the providers could not decide. One person asks, another approves."
    >
      <Loaded query={checks} what="the identity checks">
        {({ checks: rows }) => (
          <DataTable
            name="identity-checks"
            member={me.id}
            caption="Identity checks"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            hrefOf={({ id }) => paths.identityCheck(id)}
            onOpen={({ id }) => void navigate(paths.identityCheck(id).slice(BASE.length))}
            empty={{ title: 'No check waits', text: 'The providers decide most checks alone.' }}
          />
        )}
      </Loaded>
    </Page>
  )
}
