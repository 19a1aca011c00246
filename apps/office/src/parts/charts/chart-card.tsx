import type { ReactNode } from 'react'
import type { AnswerOf } from '@sesa/contract'
import type { OfficeCall } from '@sesa/contract/office'
import { Card } from '@sesa/ui/layout/card.tsx'
import type { InputOf } from '@sesa/ui/api/client.ts'
import { useCall } from '../../lib/api.ts'
import { csvOf, saveFile } from '../../table/csv.ts'
import { Loaded } from '../loaded.tsx'

interface ChartCardProps<C extends OfficeCall> {
  call: C
  /** The query's key; a page with the same key shares the answer. */
  name: readonly string[]
  /** The chart, as the end of a sentence: "the minutes to the wallet". */
  what: string
  children: (answer: AnswerOf<C>) => ReactNode
}

/** Loads a chart's numbers, and renders the chart in a card. */
export function ChartCard<C extends OfficeCall>({ call, name, what, children }: ChartCardProps<C>) {
  const query = useCall(name, call, {} as InputOf<C>)
  return (
    <Loaded query={query} what={what}>
      {(answer) => <Card className="min-w-0">{children(answer)}</Card>}
    </Loaded>
  )
}

/** Returns what saves a chart's table as CSV. */
export const saveAs =
  (name: string) =>
  ([head = [], ...rows]: readonly (readonly string[])[]): void =>
    saveFile(
      `${name}.csv`,
      csvOf(
        head.map((header, nth) => ({
          key: header,
          header,
          width: 0,
          text: (row: readonly string[]) => row[nth] ?? '',
        })),
        rows,
      ),
    )

/** A day (UTC) on an axis: "29 Nov". */
export const dayText = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
