import type { AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { TextLink } from '@sesa/ui/button.tsx'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { corridorName, minorText } from '../../lib/words.ts'
import { useCall } from '../../lib/api.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { compareCorridors, COUNTS, daysBefore, type ComparedCorridor } from './compare.ts'

type Results = AnswerOf<typeof officeCalls.showResults>
type Count = (typeof COUNTS)[number]

const HEADERS: Readonly<Record<Count, string>> = {
  charged: 'Charged',
  paidOut: 'Paid out',
  refunded: 'Refunded',
  repaid: 'Repaid off card',
  disputed: 'Disputed',
}
/** The state whose transfers a figure counts, where one word says it. */
const STATES: Readonly<Partial<Record<Count, string>>> = { paidOut: 'sent', refunded: 'refunded' }

/** The corridors of a period against the days before, each figure a link to its transfers. */
export function Corridors({ results }: { results: Results }) {
  const may = useMay()
  const query = daysBefore(results)
  const before = useCall(['results', query], officeCalls.showResults, { query })
  const isLinked = may('transfers.read')
  const was = (text: string) =>
    before.data === undefined ? null : <span className="block text-muted">was {text}</span>
  const columns: FigureColumn<ComparedCorridor>[] = [
    { header: 'Corridor', render: corridorName },
    ...COUNTS.map((key) => ({
      key,
      header: HEADERS[key],
      align: 'right' as const,
      render: ({ sender, recipient, now, before: earlier }: ComparedCorridor) => (
        <>
          {isLinked && sender !== null && recipient !== null && now[key] > 0 ? (
            <TextLink href={paths.transfersOf({ sender, recipient }, results, STATES[key])}>
              {now[key]}
            </TextLink>
          ) : (
            now[key]
          )}
          {was(String(earlier[key]))}
        </>
      ),
    })),
    {
      header: 'Result in USD',
      align: 'right',
      render: ({ now, before: earlier }) => (
        <>
          <strong>{minorText(now.inDollars, 'USD')}</strong>
          {was(minorText(earlier.inDollars, 'USD'))}
        </>
      ),
    },
  ]
  return (
    <section className="flex flex-col gap-2">
      <h2>
        Corridors, against {query.from} to {query.to}
      </h2>
      {before.isError && <p className="text-muted">The days before can’t be read, so nothing is compared.</p>}
      <Figures
        none="Nothing booked. Choose another period."
        caption="Corridors"
        columns={columns}
        rows={compareCorridors(results.rows, before.data?.rows ?? [])}
        rowKey={corridorName}
      />
    </section>
  )
}
