import { useCallback, useMemo, useState } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTable } from '@tanstack/react-table'
import { useNavigate } from 'react-router'
import { Button } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { BASE } from '../lib/paths.ts'
import { useMe } from '../lib/session.ts'
import { definitionsOf, features, firstVisibility, type GridColumn } from './columns.ts'
import { csvOf, saveFile } from './csv.ts'
import { Grid } from './grid.tsx'
import { Toolbar } from './toolbar.tsx'
import { readViews, withView, writeViews, type SavedView } from './views.ts'

/** Values of a page's filters, by name; empty means all. A saved view keeps them. */
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
  filters?: Filters | undefined
  onFilters?: ((filters: Filters) => void) | undefined
}

/** Returns how a list that comes in pages loads the next one. */
export function moreOf({
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
}: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>) {
  return hasNextPage ? { busy: isFetchingNextPage, load: () => void fetchNextPage() } : undefined
}

const count = new Intl.NumberFormat('en')
const NO_FILTERS = {}

/** The one table of the office, for ten rows or 100,000. Sorts what is loaded. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, caption, columns, rows, rowKey, rowKeys, hrefOf, empty, more } = props
  const { filters = NO_FILTERS, onFilters } = props
  const { id: member } = useMe()
  const navigate = useNavigate()
  const onOpen = props.onOpen ?? (hrefOf && ((row: Row) => void navigate(hrefOf(row).slice(BASE.length))))
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
          {...{ caption, table, onOpen, hrefOf, rowKeys, onNearEnd }}
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
