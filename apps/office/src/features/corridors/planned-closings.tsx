import { officeCalls, type PlannedClosing } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
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
  { header: 'Closed', render: closedName },
  { header: 'From', render: ({ from }) => formatMoment(from) },
  { header: 'Until', render: ({ until }) => formatMoment(until) },
  {
    header: 'State',
    render: ({ isRunning }) =>
      isRunning ? <Tag tone="warn">Closed now</Tag> : <Tag tone="plain">Planned</Tag>,
  },
  { header: 'Message to customers', render: ({ words }) => words },
  { header: 'Planned by', render: ({ plannedBy, reason }) => `${plannedBy}: ${reason}` },
]

/** Reads the planned closings, which the matrix shows too. */
export const usePlannedClosings = () => useCall(KEY, officeCalls.listPlannedClosings, {})

/** Closings that begin and end by the clock. */
export function PlannedClosings({ closings }: { closings: ReturnType<typeof usePlannedClosings> }) {
  const may = useMay()
  const act = useAct()
  const cancel = (id: string) =>
    act((reason: string) => tryCall(officeCalls.cancelPlannedClosing, { params: { id }, body: { reason } }), {
      stores: KEY,
    })
  const change: FigureColumn<PlannedClosing> = {
    header: 'Change',
    render: (closing) =>
      closing.isRunning ? (
        ''
      ) : (
        <ReasonDialog
          label="Cancel"
          title={`Cancel the planned closing of ${closedName(closing)}?`}
          confirm="Cancel closing"
          onSubmit={cancel(closing.id)}
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
