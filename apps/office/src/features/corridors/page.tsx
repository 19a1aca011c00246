import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type Approval, type RailsOverview } from '@sesa/contract/office'
import { Page } from '@sesa/ui/layout/page.tsx'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { useMay } from '../../lib/session.ts'
import { useCall } from '../../lib/api.ts'
import { spanText } from '../../lib/words.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Fold } from '../../parts/policy/fold.tsx'
import { MenuItem, MoreMenu } from '../../parts/more-menu.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Section } from '../../parts/section.tsx'
import { Adoption } from './adoption.tsx'
import { CellDialog } from './cell-dialog.tsx'
import { ManualPayouts } from './manual-payouts.tsx'
import { CorridorMatrix, type CellOf } from './matrix.tsx'
import { PlannedClosings, usePlannedClosings } from './planned-closings.tsx'
import { RouteForm } from './route-form.tsx'
import { WaysToPay } from './ways-to-pay.tsx'
import { ChangeDialog } from './change-dialog.tsx'

/** The address of the dialog that recovers lost transfers, so that a runbook can name it. */
const LOST = '#lost-transfers'

/** What customers can send from each country to each network, by which rail, and what staff may change. */
export default function CorridorsPage() {
  const may = useMay()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [asked, setAsked] = useState<Approval | null>(null)
  const rails = useCall(['rails'], officeCalls.listRails, {})
  const states = useCall(['corridors'], officeCalls.listCorridorStates, {})
  const mayAdopt = may('adoption.request')
  const close = () => void navigate({ hash: '' }, { replace: true })
  return (
    <Page
      title="Corridors"
      width="wide"
      lead="What customers can send, and which rail pays out. Open a cell to see why or to change it."
    >
      {asked && <AskedNotice approval={asked} />}
      {mayAdopt && (
        <div className="flex justify-end">
          <MoreMenu label="More">
            <MenuItem onSelect={() => void navigate({ hash: LOST })}>Recover lost transfers</MenuItem>
          </MoreMenu>
        </div>
      )}
      {mayAdopt && hash === LOST && (
        <Adoption
          onClose={close}
          onAsked={(approval) => {
            setAsked(approval)
            close()
          }}
        />
      )}
      <Loaded query={rails} what="the rails">
        {(overview) => (
          <Loaded query={states} what="the corridors">
            {(shown) => <Content overview={overview} states={shown} onAsked={setAsked} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

interface ContentProps {
  overview: RailsOverview
  states: AnswerOf<typeof officeCalls.listCorridorStates>
  onAsked: (approval: Approval) => void
}

function Content({ overview, states, onAsked }: ContentProps) {
  const may = useMay()
  const [cell, setCell] = useState<CellOf | null>(null)
  const closings = usePlannedClosings()
  const mayManage = may('rails.manage')
  return (
    <>
      {states.allOpen && <p>In the sandbox, customers can use every corridor, whatever its state here.</p>}
      <CorridorMatrix
        states={states}
        routes={overview.routes}
        closings={closings.data?.closings ?? []}
        onOpen={setCell}
      />
      {cell && (
        <CellDialog
          cell={cell}
          corridor={states.corridors.find(
            ({ sender, recipient }) => sender === cell.sender && recipient === cell.network.country,
          )}
          routes={overview.routes}
          onAsked={onAsked}
          onClose={() => setCell(null)}
        />
      )}
      <WaysToPay />
      <Rails overview={overview} onAsked={onAsked} />
      <PlannedClosings closings={closings} />
      {mayManage && (
        <Fold title="Routing order">
          <RouteForm overview={overview} onAsked={onAsked} />
        </Fold>
      )}
      {mayManage && <ManualPayouts />}
    </>
  )
}

type Rail = RailsOverview['rails'][number]

interface RailsProps {
  overview: RailsOverview
  onAsked: (approval: Approval) => void
}

/** Every rail, when it last answered, and a change for all its networks. */
function Rails({ overview: { rails, routes }, onAsked }: RailsProps) {
  const may = useMay()
  const [open, setOpen] = useState<string | null>(null)
  const ofRail = (rail: string) => routes.filter((route) => route.rail === rail)
  const columns: FigureColumn<Rail>[] = [
    { header: 'Rail', render: ({ rail }) => rail },
    { header: 'Set up', render: ({ isSetUp }) => (isSetUp ? 'Yes' : 'No') },
    {
      header: 'Last answered',
      render: ({ answeredAt }) =>
        answeredAt === null ? 'Never' : `${spanText(Date.parse(answeredAt), serverNow())} ago`,
    },
    { header: 'Networks', align: 'right', render: ({ rail }) => ofRail(rail).length },
    {
      header: 'Closed by staff',
      align: 'right',
      render: ({ rail }) => ofRail(rail).filter(({ state }) => state === 'off').length,
    },
  ]
  const change: FigureColumn<Rail> = {
    header: 'All networks',
    render: ({ rail }) =>
      ofRail(rail).length > 0 && (
        <Button variant="quiet" onClick={() => setOpen(rail)}>
          Change <span className="sr-only">{rail}</span>
        </Button>
      ),
  }
  return (
    <Section title="Rails">
      <p>Each rail is checked every two minutes. One without an answer for ten minutes counts as down.</p>
      <Figures
        caption="Rails"
        columns={may('rails.manage') ? [...columns, change] : columns}
        rows={rails}
        rowKey={({ rail }) => rail}
        none="No rails."
      />
      {open !== null && (
        <ChangeDialog
          title={`${open}, all networks`}
          targets={[{ kind: 'rail', rail: open, to: null }]}
          intro={null}
          onAsked={onAsked}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  )
}
