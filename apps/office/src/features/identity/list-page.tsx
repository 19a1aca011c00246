import { useQuery } from '@tanstack/react-query'
import { officeCalls, type OfficeIdentityCheck } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { providerName, readable, spanText } from '../../lib/words.ts'
import { ListPage } from '../../parts/list-page.tsx'
import type { GridColumn } from '../../table/columns.ts'

const COLUMNS: readonly GridColumn<OfficeIdentityCheck>[] = [
  { key: 'name', header: 'Name on the document', width: 220, text: (row) => row.name ?? 'Not given' },
  {
    key: 'waiting',
    header: 'Waiting for',
    width: 150,
    text: (row) => spanText(Date.parse(row.since), serverNow()),
    at: (row) => row.since,
  },
  { key: 'reason', header: 'Reason', width: 220, text: (row) => readable(row.reason ?? 'unknown') },
  { key: 'provider', header: 'Provider', width: 170, text: (row) => providerName(row.provider) },
  { key: 'code', header: 'Provider code', width: 170, text: (row) => row.providerCode ?? '' },
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
  const checks = useQuery({
    queryKey: ['identity-checks', 'list'],
    queryFn: ({ signal }) => callOffice(officeCalls.listIdentityChecks, { signal }),
  })
  return (
    <ListPage
      title="Identity checks"
      lead="Checks that the providers couldn’t decide. One member requests, another approves."
      query={checks}
      what="the identity checks"
      name="identity-checks"
      columns={COLUMNS}
      rowsOf={({ checks: rows }) => rows}
      rowKey={({ id }) => id}
      hrefOf={({ id }) => paths.identityCheck(id)}
      empty={{ title: 'No checks to review', text: 'The providers decide most checks.' }}
    />
  )
}
