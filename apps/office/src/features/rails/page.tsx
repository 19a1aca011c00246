import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type Approval, type RailRoute, type RailsOverview } from '@sesa/contract/office'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, countryName, networkName, spanText } from '../../lib/words.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { CorridorStates } from '../../parts/corridor-states.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import { ManualPayouts } from './manual-payouts.tsx'
import { PlannedClosings } from './planned-closings.tsx'
import { RailActions } from './rail-actions.tsx'
import { RouteForm } from './route-form.tsx'

type Rail = RailsOverview['rails'][number]

const STATES = {
  open: ['ok', 'Open'],
  off: ['danger', 'Closed by staff'],
  planned: ['warn', 'Planned closing'],
  down: ['warn', 'Down'],
  empty: ['warn', 'Wallet empty'],
  not_set_up: ['plain', 'Not set up'],
} as const

const routeColumns: readonly FigureColumn<RailRoute>[] = [
  {
    key: 'network',
    header: 'Network',
    render: ({ country, network }) => `${countryName(country)}, ${networkName(network, country)}`,
  },
  { key: 'position', header: 'Priority', align: 'right', render: ({ position }) => position },
  { key: 'rail', header: 'Rail', render: ({ rail }) => rail },
  {
    key: 'state',
    header: 'State',
    render: ({ state }) => <Tag tone={STATES[state][0]}>{STATES[state][1]}</Tag>,
  },
  { key: 'words', header: 'Message to customers', render: ({ words }) => words ?? '' },
  {
    key: 'bounds',
    header: 'Pay-out limits',
    render: ({ minimum, maximum }) =>
      minimum === null || maximum === null ? 'Unknown' : `${amountText(minimum)} to ${amountText(maximum)}`,
  },
]

/** The corridors, and the rails of each network: their order, their state, and what staff may change. */
export default function RailsPage() {
  const may = useMay()
  const [asked, setAsked] = useState<Approval | null>(null)
  const rails = useQuery({
    queryKey: ['rails'],
    queryFn: ({ signal }) => callOffice(officeCalls.listRails, { signal }),
  })
  const mayManage = may('rails.manage')
  return (
    <Page
      title="Corridors and rails"
      width="wide"
      lead={`What customers can send, and which rail pays out.${mayManage ? ' You can close a rail; opening and routing need approval.' : ''}`}
    >
      {asked && <AskedNotice approval={asked} />}
      <Loaded query={rails} what="the rails">
        {(shown) => (
          <>
            <Networks overview={shown} onAsked={setAsked} />
            {mayManage && <RouteForm overview={shown} onAsked={setAsked} />}
            <AllRails overview={shown} onAsked={setAsked} />
            <PlannedClosings overview={shown} />
            {mayManage && <ManualPayouts />}
          </>
        )}
      </Loaded>
      <CorridorStates />
    </Page>
  )
}

interface TableProps {
  overview: RailsOverview
  onAsked: (approval: Approval) => void
}

function Networks({ overview: { routes }, onAsked }: TableProps) {
  const may = useMay()
  const actions: FigureColumn<RailRoute> = {
    key: 'actions',
    header: 'Change',
    render: ({ rail, country, network, state }) => (
      <div className="whitespace-nowrap">
        <RailActions
          rail={rail}
          to={{ country, network }}
          isOff={state === 'off' || state === 'planned'}
          onAsked={onAsked}
        />
      </div>
    ),
  }
  return (
    <Section title="Networks">
      <p>A transfer uses its network’s first open rail and keeps it.</p>
      <Figures
        caption="Rails by network"
        hideCaption
        columns={may('rails.manage') ? [...routeColumns, actions] : routeColumns}
        rows={routes}
        rowKey={({ country, network, rail }) => `${country}/${network} ${rail}`}
        none="No rails."
      />
    </Section>
  )
}

function AllRails({ overview: { rails, routes }, onAsked }: TableProps) {
  const may = useMay()
  const ofRail = (rail: string) => routes.filter((route) => route.rail === rail)
  const columns: FigureColumn<Rail>[] = [
    { key: 'rail', header: 'Rail', render: ({ rail }) => rail },
    { key: 'setUp', header: 'Set up', render: ({ isSetUp }) => (isSetUp ? 'Yes' : 'No') },
    {
      key: 'answered',
      header: 'Last answered',
      render: ({ answeredAt }) =>
        answeredAt === null ? 'Never' : `${spanText(Date.parse(answeredAt), serverNow())} ago`,
    },
    { key: 'networks', header: 'Networks', align: 'right', render: ({ rail }) => ofRail(rail).length },
    {
      key: 'off',
      header: 'Closed by staff',
      align: 'right',
      render: ({ rail }) => ofRail(rail).filter(({ state }) => state === 'off').length,
    },
    ...(may('rails.manage')
      ? [
          {
            key: 'actions',
            header: 'Change all',
            render: ({ rail }: Rail) => {
              const its = ofRail(rail)
              if (its.length === 0) return ''
              const isOff = its.every(({ state }) => state === 'off')
              return <RailActions rail={rail} to={null} isOff={isOff} onAsked={onAsked} />
            },
          },
        ]
      : []),
  ]
  return (
    <Section title="Rails">
      <p>Each rail is checked every two minutes. One without an answer for ten minutes counts as down.</p>
      <Figures
        caption="Rails"
        hideCaption
        columns={columns}
        rows={rails}
        rowKey={({ rail }) => rail}
        none="No rails."
      />
    </Section>
  )
}
