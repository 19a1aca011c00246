import { useLocation, useNavigate } from 'react-router'

/** How a list looks. All but `text` is in the address; `text` may name a person, and is in the history's state. */
export interface ListState {
  /** Filters and days: `is:held 26 nov`. */
  readonly filter: string
  readonly text: string
  /** A column, with `-` before it for the newest or largest first. */
  readonly sort: string
  /** The columns that the member chose; undefined for those of the start. */
  readonly columns: readonly string[] | undefined
}

/** Returns how the open list looks, and changes it. Back leads to what it was before. */
export function useListState(firstSort: string) {
  const { search, state } = useLocation() as { search: string; state: { text?: string } | null }
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const list: ListState = {
    filter: params.get('filter') ?? '',
    text: state?.text ?? '',
    sort: params.get('sort') ?? firstSort,
    columns: params.get('columns')?.split(','),
  }
  const change = (changes: Partial<ListState>): void => {
    const next = { ...list, ...changes }
    const address = new URLSearchParams({
      ...(next.filter !== '' && { filter: next.filter }),
      ...(next.sort !== firstSort && { sort: next.sort }),
      ...(next.columns && { columns: next.columns.join(',') }),
    })
    void navigate({ search: address.toString() }, { state: { text: next.text } })
  }
  return { list, change, address: search.slice(1) }
}

/** Returns the value of `name:value` in a filter; empty without one. */
export function filterValue(filter: string, name: string): string {
  const part = filter.split(' ').find((one) => one.startsWith(`${name}:`))
  return part?.slice(name.length + 1) ?? ''
}

/** Returns a filter with another `name:value`, or without one. */
export function withFilter(filter: string, name: string, value: string): string {
  const others = filter.split(' ').filter((one) => one !== '' && !one.startsWith(`${name}:`))
  return [...others, ...(value === '' ? [] : [`${name}:${value}`])].join(' ')
}
