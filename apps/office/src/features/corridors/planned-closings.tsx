import { useQuery, useQueryClient } from '@tanstack/react-query'
import { officeCalls, type PlannedClosing } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { callOffice, tryCall } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { countryName, networkName } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'

const KEY = ['planned-closings']

function closedName({ rail, to, corridor }: PlannedClosing): string {
  if (corridor !== null) return `${countryName(corridor.sender)} to ${countryName(corridor.recipient)}`
  return to === null ? (rail ?? '') : `${rail ?? ''}, ${networkName(to.network, to.country)} (${to.country})`
}

const COLUMNS: readonly FigureColumn<PlannedClosing>[] = [
  { key: 'closed', header: 'Closed', render: closedName },
  { key: 'from', header: 'From', render: ({ from }) => formatMoment(from) },
  { key: 'until', header: 'Until', render: ({ until }) => formatMoment(until) },
  {
    key: 'state',
    header: 'State',
    render: ({ isRunning }) =>
      isRunning ? <Tag tone="warn">Closed now</Tag> : <Tag tone="plain">Planned</Tag>,
  },
  { key: 'words', header: 'Message to customers', render: ({ words }) => words },
  { key: 'by', header: 'Planned by', render: ({ plannedBy, reason }) => `${plannedBy}: ${reason}` },
]

/** Reads the planned closings, which the matrix shows too. */
export const usePlannedClosings = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callOffice(officeCalls.listPlannedClosings, { signal }),
  })

/** Closings that begin and end by the clock. */
export function PlannedClosings({ closings }: { closings: ReturnType<typeof usePlannedClosings> }) {
  const may = useMay()
  const client = useQueryClient()
  const cancel = async (id: string, reason: string): Promise<Failure | null> => {
    const input = { params: { id }, body: { reason } }
    const { data, error } = await tryCall(officeCalls.cancelPlannedClosing, input)
    if (error) return error
    client.setQueryData(KEY, data)
    return null
  }
  const change: FigureColumn<PlannedClosing> = {
    key: 'change',
    header: 'Change',
    render: (closing) =>
      closing.isRunning ? (
        ''
      ) : (
        <ReasonDialog
          label="Cancel"
          title={`Cancel the planned closing of ${closedName(closing)}?`}
          confirm="Cancel closing"
          onSubmit={(reason) => cancel(closing.id, reason)}
        />
      ),
  }
  return (
    <Section title="Planned closings">
      <p>
        They start and end automatically and don’t undo closings by staff. To end one early, request the
        opening.
      </p>
      <Loaded query={closings} what="the planned closings">
        {(data) => (
          <Figures
            caption="Planned closings"
            hideCaption
            columns={may('rails.manage') ? [...COLUMNS, change] : COLUMNS}
            rows={data.closings}
            rowKey={({ id }) => id}
            none="No planned closings."
          />
        )}
      </Loaded>
    </Section>
  )
}
