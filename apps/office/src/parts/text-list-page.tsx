import type { UseQueryResult } from '@tanstack/react-query'
import type { Chip, Understood, ViewPage } from '@sesa/contract/office'
import { filterValue, withFilter, type useListState } from '../lib/list-state.ts'
import type { DataTableProps } from '../table/data-table.tsx'
import { Chips, withoutPart } from './chips.tsx'
import { ListPage, type Choice } from './list-page.tsx'
import { SavedViews } from './saved-views.tsx'

interface TextListPageProps<Row extends object> extends Pick<
  DataTableProps<Row>,
  'name' | 'columns' | 'rowKey' | 'hrefOf' | 'loadCsv'
> {
  title: string
  lead: string
  page: ViewPage
  state: ReturnType<typeof useListState>
  pages: Pick<DataTableProps<Row>, 'rows' | 'more'> & {
    query: UseQueryResult
    first: Understood | undefined
  }
  /** Filters by their name in the text. */
  choices: readonly Choice[]
  /** The columns that the server sorts by. */
  sorts: readonly string[]
  /** What stands here before there is anything. */
  none: { title: string; text: string }
  what: string
}

/** A list that a text filters: what was understood as chips, choices for the usual filters, saved views and one table. */
export function TextListPage<Row extends object>(props: TextListPageProps<Row>) {
  const { state, pages, sorts, none, page, choices, what, ...rest } = props
  const { query, rows, more, first } = pages
  const { list, change, address } = state
  const problem = first?.chips.find((chip) => chip.problem !== null)
  const isFiltered = list.filter !== '' || list.text !== ''
  const remove = ({ text, isPersonal }: Chip) =>
    change(
      isPersonal
        ? { text: withoutPart(list.text, text) }
        : { filter: withoutPart(list.filter, text), text: withoutPart(list.text, text) },
    )
  return (
    <ListPage
      {...rest}
      what={what}
      {...{ query, rows, more }}
      choices={choices}
      filters={Object.fromEntries(choices.map(({ name }) => [name, filterValue(list.filter, name)]))}
      onFilters={(filters) =>
        change({
          filter: Object.entries(filters).reduce(
            (filter, [name, value]) => withFilter(filter, name, value),
            list.filter,
          ),
        })
      }
      summary={() => (
        <div className="flex flex-wrap items-end justify-between gap-4 empty:hidden">
          <Chips chips={first?.chips ?? []} onRemove={remove} />
          <SavedViews {...{ page, address }} />
        </div>
      )}
      order={{ sort: list.sort, keys: sorts, onSort: (sort) => change({ sort }) }}
      shown={{ keys: list.columns, onShown: (columns) => change({ columns }) }}
      empty={
        problem
          ? { title: `“${problem.text}” isn’t understood`, text: problem.problem ?? '' }
          : isFiltered
            ? {
                title: `No ${what.replace('the ', 'matching ')}`,
                text: 'Remove a filter, or search for less of it.',
              }
            : none
      }
    />
  )
}
