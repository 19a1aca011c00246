import { useCallback, useMemo, useState } from 'react'
import { useTable } from '@tanstack/react-table'
import { useNavigate } from 'react-router'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { Button } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { BASE } from '../lib/paths.ts'
import { definitionsOf, features, firstShown, type GridColumn } from './columns.ts'
import { csvOf, saveFile } from './csv.ts'
import { Grid } from './grid.tsx'
import { TableMenu } from './table-menu.tsx'

/** Values of a page's filters, by name; empty means all. */
export type Filters = Readonly<Record<string, string>>

export interface DataTableProps<Row extends object> {
  /** Names the table in saved views and in the CSV file: "holds". */
  name: string
  caption: string
  columns: readonly GridColumn<Row>[]
  /** Stable between renders. */
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Opens a row; by default its page. */
  onOpen?: ((row: Row) => void) | undefined
  /** Returns the address of a row's page. */
  hrefOf?: (row: Row) => string
  /** The text shown if there are no rows. */
  empty: { title: string; text: string }
  /** Acts on the selected rows, or on the active one, by key. */
  rowKeys?: Readonly<Record<string, (rows: readonly Row[]) => void>> | undefined
  /** Loads the next rows; absent when all are loaded. */
  more?: { busy: boolean; load: () => void } | undefined
  /** Sorts at the server: the order, such as `-created`, and the columns that have one. Otherwise the table sorts. */
  order?: { sort: string; keys: readonly string[]; onSort: (sort: string) => void } | undefined
  /** The columns that show, where the page keeps them; undefined for those of the start. */
  shown?: { keys: readonly string[] | undefined; onShown: (keys: readonly string[]) => void } | undefined
  /** Loads the file of all matching rows, where the server has one. */
  loadCsv?: (() => Promise<Outcome<{ name: string; text: string }>>) | undefined
}

const count = new Intl.NumberFormat('en')

/** The one table of the office, for ten rows or 100,000. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, caption, columns, rows, rowKey, rowKeys, hrefOf, empty, more } = props
  const { order, loadCsv } = props
  const navigate = useNavigate()
  const onOpen = props.onOpen ?? (hrefOf && ((row: Row) => void navigate(hrefOf(row).slice(BASE.length))))
  const toast = useToast()
  const definitions = useMemo(() => definitionsOf(columns), [columns])
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    initialState: { sorting: [], rowSelection: {} },
    enableMultiSort: false,
  })
  const [own, setOwn] = useState<readonly string[]>()
  const { keys: chosenKeys, onShown } = props.shown ?? { keys: own, onShown: setOwn }
  const shown = chosenKeys ?? firstShown(columns)
  const visible = columns.filter(({ key }) => shown.includes(key))
  const selected = Object.keys(table.state.rowSelection).length

  const exportRows = () => {
    const { rows: all } = table.getRowModel()
    const chosen = selected > 0 ? all.filter((row) => row.getIsSelected()) : all
    saveFile(
      `${name}.csv`,
      csvOf(
        visible,
        chosen.map(({ original }) => original),
      ),
    )
    toast(`${count.format(chosen.length)} rows exported`)
  }
  const copy = (text: string) => {
    void navigator.clipboard.writeText(text).then(
      () => toast('Copied'),
      () => undefined,
    )
  }

  const busy = more?.busy ?? false
  const load = more?.load
  const onNearEnd = useCallback(() => {
    if (!busy) load?.()
  }, [busy, load])

  return (
    <section aria-label={caption} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="text-muted">
          {count.format(rows.length)} {rows.length === 1 ? 'row' : 'rows'} loaded
          {more ? ', more to load' : ''}
          {selected > 0 ? `, ${count.format(selected)} selected` : ''}
        </p>
        <TableMenu {...{ name, columns, shown, onShown, selected, loadCsv }} onExport={exportRows} />
      </div>
      {rows.length === 0 ? (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      ) : (
        <Grid
          {...{ caption, table, onOpen, hrefOf, order, rowKeys, onNearEnd }}
          columns={visible}
          fits={chosenKeys === undefined}
          onCopy={copy}
          hasMore={more !== undefined}
        />
      )}
      {more && (
        <Button
          variant="secondary"
          busy={busy}
          busyLabel="Loading"
          onClick={more.load}
          className="self-start"
        >
          Load more
        </Button>
      )}
    </section>
  )
}
