import type { AnswerOf } from '@sesa/contract'
import type { officeCalls, PlannedClosing, RailRoute } from '@sesa/contract/office'
import { cx } from '@sesa/ui/class-names.ts'
import { countryName } from '../../lib/words.ts'
import { Tag } from '../../parts/tag.tsx'
import { HEAD, PolicyTable } from '../../parts/policy/fold.tsx'
import { cellState, NETWORK_GROUPS, routesOf, SENDERS, type Network } from './corridor-matrix.ts'

type Corridors = AnswerOf<typeof officeCalls.listCorridorStates>

export interface CellOf {
  readonly sender: string
  readonly network: Network
}

interface MatrixProps {
  states: Corridors
  routes: readonly RailRoute[]
  closings: readonly PlannedClosing[]
  onOpen: (cell: CellOf) => void
}

/** Senders as rows, networks as columns: what is open, and why not. A cell opens its details. */
export function CorridorMatrix({ states: { allOpen, corridors }, routes, closings, onOpen }: MatrixProps) {
  return (
    <PolicyTable
      label="Corridors"
      caption="Corridors by network"
      isEven
      head={
        <>
          <tr>
            <th rowSpan={2} scope="col" className={cx(HEAD, 'w-20')}>
              From
            </th>
            {NETWORK_GROUPS.map(({ country, networks }) => (
              <th key={country} colSpan={networks.length} scope="colgroup" className={HEAD}>
                {`To ${countryName(country)}`}
              </th>
            ))}
          </tr>
          <tr>
            {NETWORK_GROUPS.flatMap(({ networks }) => networks).map(({ country, value, label }) => (
              <th key={`${country}/${value}`} scope="col" className={cx(HEAD, 'text-sm wrap-anywhere')}>
                {label}
              </th>
            ))}
          </tr>
        </>
      }
    >
      {SENDERS.map((sender) => (
        <tr key={sender}>
          <th scope="row" className="border-b border-line py-2 pr-1 pl-3 text-left font-semibold">
            {countryName(sender)}
          </th>
          {NETWORK_GROUPS.flatMap(({ networks }) => networks).map((network) => {
            const corridor = corridors.find(
              (one) => one.sender === sender && one.recipient === network.country,
            )
            const cell = cellState({ corridor, routes: routesOf(routes, network), closings, allOpen })
            return (
              <td key={`${network.country}/${network.value}`} className="border-b border-line p-1">
                {cell && (
                  <button
                    type="button"
                    onClick={() => onOpen({ sender, network })}
                    className="relative flex min-h-11 w-full flex-col items-start rounded-sm px-1 py-1 text-left hover:bg-sunken"
                  >
                    <span className="sr-only">
                      {`${countryName(sender)} to ${countryName(network.country)}, ${network.label}: `}
                    </span>
                    <Tag tone={cell.tone}>{cell.state}</Tag>
                    <span className="line-clamp-3 text-muted wrap-anywhere">{cell.why}</span>
                  </button>
                )}
              </td>
            )
          })}
        </tr>
      ))}
    </PolicyTable>
  )
}
