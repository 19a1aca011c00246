import { useCallback, useMemo, useState } from 'react'
import { useTable } from '@tanstack/react-table'
import { Button } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { definitionsOf, features, firstVisibility, type GridColumn } from './columns.ts'
import { csvOf, saveFile } from './csv.ts'
import { Grid } from './grid.tsx'
import { Toolbar } from './toolbar.tsx'
import { readViews, withView, writeViews, type SavedView } from './views.ts'

interface DataTableProps<Row extends object> {
  /** Names the table in saved views and in the CSV file: "holds". */
  name: string
  /** The signed-in member, who owns the saved views. */
  member: string
  caption: string
  columns: readonly GridColumn<Row>[]
  /** Stable between renders. */
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen?: (row: Row) => void
  hrefOf?: (row: Row) => string
  /** True while the first rows load. */
  loading?: boolean
  /** What to say when there are no rows. */
  empty: { title: string; text: string }
  /** Loads the next rows; absent when all are loaded. */
  more?: { busy: boolean; load: () => void } | undefined
  /** The page's filters, which a saved view keeps. */
  filters?: Readonly<Record<string, string>>
  onFilters?: (filters: Readonly<Record<string, string>>) => void
}

const count = new Intl.NumberFormat('en')
const NO_FILTERS = {}

/** The one table of the office, for ten rows or 100,000. Sorts what is loaded. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, member, caption, columns, rows, rowKey, onOpen, hrefOf, loading, empty, more } = props
  const { filters = NO_FILTERS, onFilters } = props
  const toast = useToast()
  const definitions = useMemo(() => definitionsOf(columns), [columns])
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    initialState: { columnVisibility: firstVisibility(columns), sorting: [], rowSelection: {} },
    enableMultiSort: false,
  })
  const [views, setViews] = useState(() => readViews(member, name))
  const keep = (next: SavedView[]) => {
    setViews(next)
    writeViews(member, name, next)
  }

  const visible = columns.filter(({ key }) => table.state.columnVisibility[key] !== false)
  const selected = Object.keys(table.state.rowSelection).length

  const openView = (view: SavedView | undefined) => {
    const hidden = view?.hidden
    table.setColumnVisibility(
      hidden
        ? Object.fromEntries(columns.map(({ key }) => [key, !hidden.includes(key)]))
        : firstVisibility(columns),
    )
    table.setSorting(view?.sorting ?? [])
    onFilters?.(view?.filters ?? {})
  }
  const saveView = (chosen: string) => {
    const hidden = columns.map(({ key }) => key).filter((key) => table.state.columnVisibility[key] === false)
    keep(withView(views, { name: chosen, filters, hidden, sorting: table.state.sorting }))
    toast('View saved')
  }
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

  if (loading && rows.length === 0)
    return (
      <div className="rounded-lg border border-line bg-surface p-6">
        <Skeleton lines={8} />
        <p role="status" className="sr-only">
          Loading
        </p>
      </div>
    )
  return (
    <section aria-label={caption} className="flex flex-col gap-4">
      <Toolbar
        {...{ name, table, columns, views, selected }}
        onOpenView={openView}
        onSaveView={saveView}
        onRemoveView={(view) => keep(views.filter((saved) => saved !== view))}
        onExport={exportRows}
      />
      {rows.length === 0 ? (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      ) : (
        <Grid
          {...{ caption, table, onOpen, hrefOf, onNearEnd }}
          columns={visible}
          onCopy={copy}
          hasMore={more !== undefined}
        />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <p role="status" className="text-muted">
          {count.format(rows.length)} {rows.length === 1 ? 'row' : 'rows'} loaded
          {more ? ', more to load' : ''}
          {selected > 0 ? `, ${count.format(selected)} selected` : ''}
        </p>
        {more && (
          <Button variant="secondary" busy={busy} busyLabel="Loading" onClick={more.load}>
            Load more
          </Button>
        )}
      </div>
    </section>
  )
}
