import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type OfficeFiling } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { countryName, dueText, filingStateWord } from '../../lib/words.ts'
import { ListPage, type Choice } from '../../parts/list-page.tsx'
import type { GridColumn } from '../../table/columns.ts'
import type { Filters } from '../../table/data-table.tsx'
import { Statistics } from './statistics.tsx'
import { aboutOf, FORMAT_WORDS, KIND_WORDS } from './words.ts'

const COLUMNS: readonly GridColumn<OfficeFiling>[] = [
  { key: 'number', header: 'Report', width: 120, text: (row) => row.number },
  { key: 'country', header: 'Country', width: 150, text: (row) => countryName(row.country) },
  { key: 'kind', header: 'Kind', width: 190, text: (row) => KIND_WORDS[row.kind] },
  { key: 'state', header: 'State', width: 140, text: (row) => filingStateWord(row.state) },
  {
    key: 'left',
    header: 'Due in',
    width: 190,
    text: (row) => (row.state === 'draft' || row.state === 'approved' ? dueText(row.dueAt, serverNow()) : ''),
    at: (row) => row.dueAt,
  },
  { key: 'format', header: 'Format', width: 150, text: (row) => FORMAT_WORDS[row.format] },
  { key: 'about', header: 'About', width: 240, text: aboutOf },
  {
    key: 'due',
    header: 'Due',
    width: 250,
    text: (row) => formatMoment(row.dueAt),
    at: (row) => row.dueAt,
    hidden: true,
  },
  {
    key: 'reference',
    header: 'Authority’s reference',
    width: 180,
    text: (row) => row.authorityId ?? '',
    hidden: true,
  },
]

const STATE_CHOICE: Choice = {
  name: 'state',
  label: 'Show',
  options: [
    { value: 'no', label: 'Open reports' },
    { value: 'yes', label: 'All reports' },
  ],
}

/** Reports to authorities, the first due one first, and figures for regulators. */
export default function FilingsPage() {
  const [filters, setFilters] = useState<Filters>({})
  const all = filters['state'] === 'yes' ? 'yes' : undefined
  const filings = useQuery({
    queryKey: ['filings', 'list', all],
    queryFn: ({ signal }) => callOffice(officeCalls.listFilings, { query: { all }, signal }),
  })
  return (
    <ListPage
      title="Reports"
      lead="Reports to authorities, earliest deadline first."
      query={filings}
      what="the reports"
      intro={
        <ButtonRow>
          <ButtonLink href={paths.draftFiling()}>Draft a SAR</ButtonLink>
          <ButtonLink href={paths.reportProfiles} variant="secondary">
            Reporting profiles
          </ButtonLink>
        </ButtonRow>
      }
      choices={[STATE_CHOICE]}
      name="filings"
      columns={COLUMNS}
      rowsOf={({ filings: rows }) => rows}
      rowKey={({ number }) => number}
      hrefOf={({ number }) => paths.filing(number)}
      filters={filters}
      onFilters={setFilters}
      empty={{
        title: 'No reports',
        text: 'Nothing is due. Start a SAR with a draft.',
      }}
    >
      <Statistics />
    </ListPage>
  )
}
