import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SelectField, type Option } from '@sesa/ui/fields/select-field.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { DataTable, type DataTableProps, type Filters } from '../table/data-table.tsx'
import { Loaded } from './loaded.tsx'

/** A filter that the page offers. Its first option filters nothing. */
export interface Choice {
  /** Its name among the page's filters. */
  name: string
  label: string
  options: readonly [Option<string>, ...Option<string>[]]
}

interface ListPageProps<Data, Row extends object> extends Omit<DataTableProps<Row>, 'caption'> {
  title: string
  lead: string
  /** The table's name for screen readers; by default the page's title. */
  caption?: string
  query: UseQueryResult<Data>
  /** The thing being loaded, as the end of a sentence: "the holds". */
  what: string
  choices?: readonly Choice[] | undefined
  filters?: Filters | undefined
  onFilters?: ((filters: Filters) => void) | undefined
  /** Shown above the filters. */
  intro?: ReactNode
  /** Shown above the table, once the data is loaded. */
  summary?: (data: Data) => ReactNode
  /** Shown below the table. */
  children?: ReactNode
}

const NONE: readonly never[] = []

/** A page that is a list: filters and one table, from one query. */
export function ListPage<Data, Row extends object>(props: ListPageProps<Data, Row>) {
  const {
    title,
    lead,
    caption = title,
    query,
    what,
    choices = NONE,
    filters,
    onFilters,
    intro,
    summary,
    children,
    ...table
  } = props
  return (
    <Page width="wide" title={title} lead={lead}>
      {intro}
      {choices.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] print:hidden">
          {choices.map((choice) => (
            <ChoiceField key={choice.name} {...choice} {...{ filters, onFilters }} />
          ))}
        </div>
      )}
      <Loaded query={query} what={what}>
        {(data) => (
          <>
            {summary?.(data)}
            <DataTable {...table} caption={caption} />
          </>
        )}
      </Loaded>
      {children}
    </Page>
  )
}

interface ChoiceFieldProps extends Choice {
  filters: Filters | undefined
  onFilters: ((filters: Filters) => void) | undefined
}

function ChoiceField({ name, label, options, filters = {}, onFilters }: ChoiceFieldProps) {
  const all = options[0].value
  const chosen = options.find(({ value }) => value === filters[name])?.value ?? all
  return (
    <SelectField
      id={name}
      label={label}
      value={chosen}
      options={options}
      onChange={(value) => onFilters?.({ ...filters, [name]: value === all ? '' : value })}
    />
  )
}
