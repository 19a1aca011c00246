import { useState } from 'react'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { Checkbox } from '@sesa/ui/fields/checkbox.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { useAct } from '../lib/api.ts'
import { MenuItem, MoreMenu } from '../parts/more-menu.tsx'
import { useRun } from '../parts/use-run.tsx'
import type { GridColumn } from './columns.ts'
import { saveFile } from './csv.ts'
import { chooseRowHeight, useRowHeight } from './row-height.ts'

interface TableMenuProps<Row> {
  /** Distinguishes the ids of two tables on one page. */
  name: string
  columns: readonly GridColumn<Row>[]
  /** The keys of the columns that show. */
  shown: readonly string[]
  onShown: (keys: readonly string[]) => void
  /** Saves the selected rows as CSV, or all loaded ones if none is selected. */
  onExport: () => void
  /** How many rows are selected. */
  selected: number
  /** Loads the file of all matching rows, loaded or not. */
  loadCsv?: (() => Promise<Outcome<{ name: string; text: string }>>) | undefined
}

/** What can be done with a table: the choice of columns and rows, a file, and printing. */
export function TableMenu<Row>(props: TableMenuProps<Row>) {
  const { name, columns, shown, onShown, onExport, selected, loadCsv } = props
  const [choosing, setChoosing] = useState(false)
  const act = useAct()
  const { run, refusal } = useRun('Export failed')
  const height = useRowHeight()
  const items: readonly (readonly [label: string, act: () => void])[] = [
    ['Columns', () => setChoosing(true)],
    [
      height === 36 ? 'More space between rows' : 'Less space between rows',
      () => chooseRowHeight(height === 36 ? 44 : 36),
    ],
    ...(loadCsv && selected === 0
      ? [
          [
            'Export all matching rows',
            () => void run(act(loadCsv, { then: ({ name, text }) => saveFile(name, text) })),
          ] as const,
        ]
      : [[selected > 0 ? 'Export selected rows' : 'Export loaded rows', onExport] as const]),
    ['Print', () => print()],
  ]
  return (
    <div className="flex flex-col items-end gap-3 print:hidden">
      <MoreMenu label="Table options" isSmall>
        {items.map(([label, act]) => (
          <MenuItem key={label} onSelect={act}>
            {label}
          </MenuItem>
        ))}
      </MoreMenu>
      {refusal}
      {choosing && (
        <Dialog open title="Columns" closeLabel="Done" onClose={() => setChoosing(false)}>
          <div>
            {columns.map(({ key, header }) => (
              <Checkbox
                key={key}
                id={`${name}-column-${key}`}
                label={header}
                checked={shown.includes(key)}
                onChange={(checked) =>
                  onShown(
                    columns
                      .map((one) => one.key)
                      .filter((one) => (one === key ? checked : shown.includes(one))),
                  )
                }
              />
            ))}
          </div>
        </Dialog>
      )}
    </div>
  )
}
