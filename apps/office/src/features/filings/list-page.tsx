import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { officeCalls, type OfficeFiling } from '@sesa/contract/office'
import { serverNow } from '@sesa/ui/api/http.ts'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { paths } from '../../lib/paths.ts'
import { countryName, dueText, filingStateWord } from '../../lib/words.ts'
import { useCall } from '../../lib/api.ts'
import { ListPage, type Choice } from '../../parts/list-page.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { momentColumn, type GridColumn } from '../../table/columns.ts'
import type { Filters } from '../../table/data-table.tsx'
import { Profiles } from './profiles.tsx'
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
  { ...momentColumn('due', 'Due', 250, (row) => row.dueAt), hidden: true },
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

const TABS = [
  ['', 'Reports'],
  ['statistics', 'Regulatory statistics'],
  ['profiles', 'Reporting profiles'],
] as const

/** Reports to authorities, the first due one first; figures for regulators; the profiles of the countries. */
export default function FilingsPage() {
  const [query] = useSearchParams()
  const tab = query.get('tab') ?? ''
  const tabs = (
    <PageTabs
      label="Reports"
      tabs={TABS.map(([key, label]) => ({
        ...{ label, isCurrent: key === tab },
        href: key === '' ? paths.filings : `${paths.filings}?tab=${key}`,
      }))}
    />
  )
  if (tab === 'statistics' || tab === 'profiles')
    return (
      <Page title="Reports" width="wide">
        {tabs}
        {tab === 'statistics' ? <Statistics /> : <Profiles />}
      </Page>
    )
  return <Filings tabs={tabs} />
}

function Filings({ tabs }: { tabs: ReactNode }) {
  const [filters, setFilters] = useState<Filters>({})
  const all = filters['state'] === 'yes' ? 'yes' : undefined
  const filings = useCall(['filings', 'list', all], officeCalls.listFilings, { query: { all } })
  return (
    <ListPage
      title="Reports"
      lead="Reports to authorities, earliest deadline first."
      query={filings}
      what="the reports"
      intro={
        <>
          {tabs}
          <ButtonLink href={paths.draftFiling()} className="self-start">
            Draft a SAR
          </ButtonLink>
        </>
      }
      choices={[STATE_CHOICE]}
      name="filings"
      columns={COLUMNS}
      rows={filings.data?.filings ?? []}
      rowKey={({ number }) => number}
      hrefOf={({ number }) => paths.filing(number)}
      filters={filters}
      onFilters={setFilters}
      empty={{
        title: 'No reports',
        text: 'Nothing is due. Start a SAR with a draft.',
      }}
    />
  )
}
