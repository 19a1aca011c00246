import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type PlannedClosing, type RailsOverview } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { countryName, networkName } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { SpanFields, spanOf } from '../../parts/span-fields.tsx'
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

/** Closings that begin and end by the clock, with a form that plans one of a rail. */
export function PlannedClosings({ overview }: { overview: RailsOverview }) {
  const may = useMay()
  const client = useQueryClient()
  const closings = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callOffice(officeCalls.listPlannedClosings, { signal }),
  })
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
      {may('rails.manage') && <PlanForm overview={overview} />}
    </Section>
  )
}

interface Typed {
  readonly rail: string
  /** `GH/mtn`, or `all`. */
  readonly network: string
  readonly from: string
  readonly until: string
  readonly words: string
}
const NOTHING: Typed = { rail: '', network: 'all', from: '', until: '', words: '' }

/** Returns what is wrong with each field; nothing when all are right. */
function problemsIn({ rail, from, until, words }: Typed): Partial<Record<keyof Typed, string>> {
  const span = spanOf({ from, until })
  const { length } = words.trim()
  return {
    ...(rail === '' && { rail: 'Choose a rail.' }),
    ...(span.from === null && { from: 'Enter a date and time, for example 01:00.' }),
    ...(span.until === null && { until: 'Enter a date and time, for example 04:00.' }),
    ...(span.from !== null &&
      span.until !== null &&
      span.until <= span.from && { until: 'Enter an end after the start.' }),
    ...((length < 10 || length > 300) && { words: 'Enter a message of 10 to 300 characters.' }),
  }
}

function PlanForm({ overview: { rails, routes } }: { overview: RailsOverview }) {
  const client = useQueryClient()
  const toast = useToast()
  const [typed, setTyped] = useState(NOTHING)
  const [problems, setProblems] = useState<ReturnType<typeof problemsIn>>({})
  const [isReady, setIsReady] = useState(false)
  const change = (part: Partial<Typed>): void => {
    setTyped({ ...typed, ...part })
    setIsReady(false)
  }
  const check = (): void => {
    const wrong = problemsIn(typed)
    setProblems(wrong)
    setIsReady(Object.keys(wrong).length === 0)
  }
  const networks = routes.filter(({ rail }) => rail === typed.rail)
  const store = async (reason: string): Promise<Failure | null> => {
    const { from, until } = spanOf(typed)
    if (from === null || until === null) return null
    const to = networks.find(({ country, network }) => `${country}/${network}` === typed.network)
    const body = {
      to: to === undefined ? null : { country: to.country, network: to.network },
      ...{ from: from.toISOString(), until: until.toISOString(), words: typed.words.trim(), reason },
    }
    const { error } = await tryCall(officeCalls.planRailClosing, { params: { rail: typed.rail }, body })
    if (error) return error
    setTyped(NOTHING)
    setIsReady(false)
    toast('Planned')
    await Promise.all([
      client.invalidateQueries({ queryKey: KEY }),
      client.invalidateQueries({ queryKey: ['rails'] }),
    ])
    return null
  }
  return (
    <div className="flex flex-col gap-4 print:hidden">
      <h3 className="font-bold">Plan a rail closing</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          id="plan-rail"
          label="Rail"
          placeholder="Choose a rail"
          value={typed.rail}
          options={rails.map(({ rail }) => ({ value: rail, label: rail }))}
          error={problems.rail}
          onChange={(rail) => change({ rail, network: 'all' })}
        />
        <SelectField
          id="plan-network"
          label="Networks to close"
          value={typed.network}
          options={[
            { value: 'all', label: 'All networks' },
            ...networks.map(({ country, network }) => ({
              value: `${country}/${network}`,
              label: `${networkName(network, country)} (${country})`,
            })),
          ]}
          onChange={(network) => change({ network })}
        />
      </div>
      <SpanFields id="plan" typed={typed} problems={problems} onChange={change} />
      <TextArea
        id="plan-words"
        label="Message to customers"
        rows={2}
        hint="Shown while the network has no other open rail."
        value={typed.words}
        error={problems.words}
        onChange={(words) => change({ words })}
      />
      <div>
        {isReady ? (
          <ReasonDialog
            label="Plan closing"
            variant="primary"
            title="Plan this closing?"
            confirm="Plan closing"
            onSubmit={store}
          >
            <p>Transfers already on this rail wait until it reopens.</p>
          </ReasonDialog>
        ) : (
          <Button variant="secondary" onClick={check}>
            Review closing
          </Button>
        )}
      </div>
    </div>
  )
}
