import { useQuery } from '@tanstack/react-query'
import { officeCalls, type DailyClose } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { ListPage } from '../../parts/list-page.tsx'
import { Section } from '../../parts/section.tsx'
import type { GridColumn } from '../../table/columns.ts'

const COLUMNS: readonly GridColumn<DailyClose>[] = [
  { key: 'day', header: 'Day (UTC)', width: 130, text: (row) => row.day },
  { key: 'prepared', header: 'Prepared by', width: 180, text: (row) => row.preparedBy },
  { key: 'signed', header: 'Signed by', width: 180, text: (row) => row.signedBy ?? '' },
  {
    key: 'at',
    header: 'Signed',
    width: 250,
    text: (row) => (row.signedAt === null ? '' : formatMoment(row.signedAt)),
    at: (row) => row.signedAt,
  },
  { key: 'explanation', header: 'Explanation', width: 320, text: (row) => row.explanation ?? '' },
  { key: 'digest', header: 'Digest', width: 240, text: (row) => row.digest, hidden: true },
]

/** The signed days, newest first, and the one to close next. */
export default function DailyClosesPage() {
  const closes = useQuery({
    queryKey: ['closes', 'list'],
    queryFn: ({ signal }) => callOffice(officeCalls.listDailyCloses, { signal }),
  })
  return (
    <ListPage
      title="Daily close"
      lead="One member prepares a day’s books (UTC); another signs them."
      query={closes}
      what="the signed days"
      summary={({ next }) => (
        <Section title="Next">
          <p>
            <TextLink href={paths.dailyClose(next)}>{next}</TextLink> is the next day to close. You can
            prepare it from 00:05 UTC the day after.
          </p>
        </Section>
      )}
      name="closes"
      caption="Signed days"
      columns={COLUMNS}
      rowsOf={({ closes: rows }) => rows}
      rowKey={({ day }) => day}
      hrefOf={({ day }) => paths.dailyClose(day)}
      empty={{ title: 'No signed days yet', text: 'Start with any day.' }}
    />
  )
}
