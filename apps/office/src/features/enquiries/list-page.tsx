import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TOPIC_WORDS } from '@sesa/contract'
import { officeCalls, type OfficeEnquiry } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session.ts'
import { dueText, readable, spanText } from '../../lib/words.ts'
import { ListPage, type Choice } from '../../parts/list-page.tsx'
import type { GridColumn } from '../../table/columns.ts'
import type { Filters } from '../../table/data-table.tsx'

const MINUTE = 60_000

const COLUMNS: readonly GridColumn<OfficeEnquiry>[] = [
  { key: 'number', header: 'Number', width: 140, text: (row) => row.number },
  { key: 'topic', header: 'Topic', width: 200, text: (row) => TOPIC_WORDS[row.topic] },
  { key: 'state', header: 'State', width: 120, text: (row) => readable(row.state) },
  {
    key: 'updated',
    header: 'Last message',
    width: 160,
    text: (row) => `${spanText(Date.parse(row.updatedAt), serverNow())} ago`,
    at: (row) => row.updatedAt,
  },
  {
    key: 'due',
    header: 'Answer due in',
    width: 190,
    text: (row) =>
      row.answerBy === null || row.state === 'closed' ? 'No deadline' : dueText(row.answerBy, serverNow()),
    order: (row) => (row.answerBy === null ? Infinity : Date.parse(row.answerBy)),
    at: (row) => row.answerBy,
  },
  { key: 'assignee', header: 'Assigned to', width: 170, text: (row) => row.assignee?.name ?? 'Unassigned' },
  { key: 'reference', header: 'Transfer', width: 150, text: (row) => row.reference ?? 'None' },
  {
    key: 'opened',
    header: 'Opened',
    width: 220,
    text: (row) => formatMoment(row.openedAt),
    at: (row) => row.openedAt,
  },
]

const STATES = ['waiting', 'answered', 'closed'] as const
const STATE_CHOICE: Choice = {
  name: 'state',
  label: 'State',
  options: [
    { value: 'open', label: 'All open' },
    ...STATES.map((value) => ({ value, label: readable(value) })),
  ],
}
const WHOSE_CHOICE: Choice = {
  name: 'whose',
  label: 'Assigned to',
  options: [
    { value: 'all', label: 'All' },
    { value: 'mine', label: 'Mine' },
    { value: 'nobody', label: 'Unassigned' },
  ],
}

/** Customers' conversations with support: complaints by their date first, then the longest waiting. */
export default function EnquiriesPage() {
  const me = useMe()
  const [filters, setFilters] = useState<Filters>({})
  const state = STATES.find((one) => one === filters['state'])
  const enquiries = useQuery({
    queryKey: ['enquiries', 'list', state],
    queryFn: ({ signal }) => callOffice(officeCalls.listEnquiries, { query: { state }, signal }),
  })
  const isShown = ({ assignee }: OfficeEnquiry): boolean =>
    filters['whose'] === 'mine' ? assignee?.id === me.id : filters['whose'] !== 'nobody' || assignee === null
  return (
    <ListPage
      title="Enquiries"
      lead="Customer enquiries: complaints by deadline, then longest waiting."
      query={enquiries}
      what="the enquiries"
      choices={[STATE_CHOICE, WHOSE_CHOICE]}
      summary={({ times }) => (
        <>
          <p>
            <TextLink href={paths.answerTemplates}>Answer templates</TextLink>
          </p>
          <p className="text-muted">
            Last 30 days: first answer {timeText(times.firstAnswer)}; closed {timeText(times.close)}.
          </p>
        </>
      )}
      name="enquiries"
      columns={COLUMNS}
      rowsOf={({ enquiries: all }) => all.filter(isShown)}
      rowKey={({ number }) => number}
      hrefOf={({ number }) => paths.enquiry(number)}
      filters={filters}
      onFilters={setFilters}
      empty={{ title: 'No enquiries', text: 'Inbox clear. Try another filter.' }}
    />
  )
}

interface Times {
  readonly count: number
  readonly median: number | null
  readonly p95: number | null
}

/** Says how long half and 95 of 100 customers waited: "within 3 hours for half, 2 days for 95 of 100 (12)". */
function timeText({ count, median, p95 }: Times): string {
  if (median === null || p95 === null) return 'no data yet'
  return `median ${spanText(0, median * MINUTE)}, 95th percentile ${spanText(0, p95 * MINUTE)} (${count} enquiries)`
}
