import { useQuery } from '@tanstack/react-query'
import { officeCalls, type CorridorState } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { callOffice } from '../lib/api.ts'
import { amountText, countryName } from '../lib/words.ts'
import { Figures, type FigureColumn } from './figures.tsx'
import { Loaded } from './loaded.tsx'
import { Section } from './section.tsx'
import { Tag } from './tag.tsx'

const columnsOf = (allOpen: boolean): FigureColumn<CorridorState>[] => [
  {
    key: 'corridor',
    header: 'Corridor',
    render: ({ sender, recipient }) => `${countryName(sender)} to ${countryName(recipient)}`,
  },
  {
    key: 'state',
    header: 'State',
    render: ({ closed }) => {
      if (closed === null) return <Tag tone="ok">Open</Tag>
      return allOpen ? <Tag tone="warn">Open in the sandbox</Tag> : <Tag tone="danger">Closed</Tag>
    },
  },
  {
    key: 'since',
    header: 'Since',
    render: ({ changed }) => (changed === null ? 'Built in' : formatMoment(changed.at)),
  },
  {
    key: 'by',
    header: 'Changed by',
    render: ({ changed }) => (changed === null ? '' : `${changed.by}: ${changed.reason}`),
  },
  { key: 'words', header: 'Message to customers', render: ({ closed }) => closed ?? '' },
  {
    key: 'minimum',
    header: 'Minimum received',
    align: 'right',
    render: ({ minimum }) => (minimum === null ? 'Unknown' : amountText(minimum)),
  },
  {
    key: 'maximum',
    header: 'Maximum received',
    align: 'right',
    render: ({ maximum }) => (maximum === null ? 'Unknown' : amountText(maximum)),
  },
]

/** Every corridor: whether it is open, since when, why, and what may arrive. */
export function CorridorStates() {
  const states = useQuery({
    queryKey: ['corridors'],
    queryFn: ({ signal }) => callOffice(officeCalls.listCorridorStates, { signal }),
  })
  return (
    <Loaded query={states} what="the corridors">
      {({ allOpen, corridors }) => (
        <Section title="Corridors">
          {allOpen && <p>In the sandbox, customers can use every corridor, whatever its state here.</p>}
          <Figures
            caption="Corridors"
            hideCaption
            columns={columnsOf(allOpen)}
            rows={corridors}
            rowKey={({ sender, recipient }) => `${sender}/${recipient}`}
            none="No corridors."
          />
        </Section>
      )}
    </Loaded>
  )
}
