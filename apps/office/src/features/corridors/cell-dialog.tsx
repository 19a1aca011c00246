import type { Approval, CorridorState, RailRoute } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { useMay } from '../../lib/session.ts'
import { amountText, countryName } from '../../lib/words.ts'
import { Tag } from '../../parts/tag.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { routesOf, STATES, type Target } from './corridor-matrix.ts'
import type { CellOf } from './matrix.tsx'

interface CellDialogProps {
  cell: CellOf
  corridor: CorridorState | undefined
  routes: readonly RailRoute[]
  onAsked: (approval: Approval) => void
  onClose: () => void
}

/** One cell of the matrix: its corridor, the network’s rails, and for those who may, a change of either. */
export function CellDialog({
  cell: { sender, network },
  corridor,
  routes,
  onAsked,
  onClose,
}: CellDialogProps) {
  const may = useMay()
  const its = routesOf(routes, network)
  const title = `${countryName(sender)} to ${countryName(network.country)}, ${network.label}`
  const ofRails: Target[] = may('rails.manage')
    ? its.map(({ rail }) => ({ kind: 'rail', rail, to: network }))
    : []
  const ofCorridor: Target[] = corridor && may('corridors.change') ? [{ kind: 'corridor', corridor }] : []
  // What is closed comes first.
  const targets = corridor?.closed === null ? [...ofRails, ...ofCorridor] : [...ofCorridor, ...ofRails]
  const details = (
    <>
      {corridor && <CorridorFacts corridor={corridor} />}
      <ol aria-label="Rails, first choice first" className="flex flex-col gap-2">
        {its.map(({ rail, state, words, minimum, maximum }) => (
          <li key={rail}>
            <b>{rail}</b> <Tag tone={STATES[state][0]}>{STATES[state][1]}</Tag>{' '}
            {minimum && maximum ? `${amountText(minimum)} to ${amountText(maximum)}` : 'limits unknown'}
            {words !== null && <span className="block text-muted">{words}</span>}
          </li>
        ))}
        {its.length === 0 && <li>This network has no rail.</li>}
      </ol>
    </>
  )
  if (targets.length === 0)
    return (
      <Dialog open title={title} onClose={onClose}>
        {details}
      </Dialog>
    )
  return <ChangeDialog {...{ title, targets, onAsked, onClose }} intro={details} />
}

function CorridorFacts({ corridor: { closed, changed, minimum, maximum } }: { corridor: CorridorState }) {
  return (
    <Facts
      compact
      facts={[
        { label: 'Corridor', value: closed === null ? 'Open' : 'Closed' },
        ...(closed === null ? [] : [{ label: 'Message to customers', value: closed }]),
        ...(changed === null
          ? []
          : [
              { label: 'Changed by', value: `${changed.by}: ${changed.reason}` },
              { label: 'Since', value: formatMoment(changed.at) },
            ]),
        {
          label: 'Recipient gets',
          value:
            minimum === null || maximum === null
              ? 'Limits unknown'
              : `${amountText(minimum)} to ${amountText(maximum)}`,
        },
      ]}
    />
  )
}
