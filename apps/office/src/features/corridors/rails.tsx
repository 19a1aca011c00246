import { useState } from 'react'
import type { Approval, RailsOverview } from '@sesa/contract/office'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { useMay } from '../../lib/session.ts'
import { spanText } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Section } from '../../parts/section.tsx'
import { ChangeDialog } from './change-dialog.tsx'

type Rail = RailsOverview['rails'][number]

interface RailsProps {
  overview: RailsOverview
  onAsked: (approval: Approval) => void
}

/** Every rail, when it last answered, and a change for all its networks. */
export function Rails({ overview: { rails, routes }, onAsked }: RailsProps) {
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
