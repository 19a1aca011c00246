// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../testing/office.tsx'
import type { GridColumn } from './columns.ts'
import { DataTable } from './data-table.tsx'
import * as csv from './csv.ts'

interface Row {
  id: number
  name: string
  amount: number
}

const COLUMNS: readonly GridColumn<Row>[] = [
  { key: 'name', header: 'Name', width: 200, text: (row) => row.name },
  {
    key: 'amount',
    header: 'Amount',
    width: 120,
    align: 'right',
    text: (row) => `USD ${row.amount}`,
    order: (row) => row.amount,
  },
  { key: 'id', header: 'Id', width: 80, text: (row) => String(row.id), hidden: true },
]

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Row ${index + 1}`,
    amount: (index * 7919) % 1000,
  }))

type Props = Partial<Parameters<typeof DataTable<Row>>[0]>

function renderTable({ rows = rowsOf(30), ...over }: Props = {}) {
  return renderPage(
    <DataTable
      name="test"
      caption="Rows"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => String(id)}
      empty={{ title: 'No rows', text: 'Add one.' }}
      {...over}
    />,
  )
}

/** Opens the table's menu, and chooses an entry. */
async function choose(user: UserEvent, entry: string): Promise<void> {
  await user.click(screen.getByLabelText('Table options'))
  await user.click(screen.getByRole('button', { name: entry }))
}

const cell = (name: string) => screen.getByRole('gridcell', { name })
const shownNames = () =>
  screen
    .getAllByRole('gridcell')
    .flatMap((one) => (/^Row \d+$/.test(one.textContent) ? [one.textContent] : []))

it('keeps the document small with 100,000 rows', () => {
  renderTable({ rows: rowsOf(100_000) })
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('100001')
  const inDocument = screen.getAllByRole('row').length
  expect(inDocument).toBeGreaterThan(10)
  expect(inDocument).toBeLessThan(40)
  expect(document.querySelectorAll('*').length).toBeLessThan(600)
  expect(screen.getByText('100,000 rows loaded')).toBeDefined()
})

it('moves between cells with the arrow keys, and opens a row with Enter', async () => {
  const onOpen = vi.fn()
  const { user } = renderTable({ onOpen })
  cell('Row 1').focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(cell('Row 3'))
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('USD 838')
  await user.keyboard('{Home}{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 3 }))
})

it('has one cell in the tab order', () => {
  renderTable()
  const stops = screen.getAllByRole('gridcell').filter((one) => one.tabIndex === 0)
  expect(stops).toEqual([cell('Row 1')])
})

it('sorts amounts by their value, and says so', async () => {
  const { user } = renderTable()
  await user.click(screen.getByRole('button', { name: 'Amount' }))
  const header = screen.getByRole('columnheader', { name: /Amount/ })
  const ascending = header.getAttribute('aria-sort') === 'ascending'
  const amounts = screen
    .getAllByRole('gridcell')
    .flatMap((one) => (one.textContent.startsWith('USD ') ? [Number(one.textContent.slice(4))] : []))
  const sorted = amounts.toSorted((a, b) => (ascending ? a - b : b - a))
  expect(amounts).toEqual(sorted)
  expect(header.getAttribute('aria-sort')).not.toBe('none')
})

it('copies the cell that has the focus', async () => {
  const { user } = renderTable()
  cell('Row 2').focus()
  await user.keyboard('{Control>}c{/Control}')
  expect(await navigator.clipboard.readText()).toBe('Row 2')
  expect(await screen.findByText('Copied')).toBeDefined()
})

it('exports the loaded rows, or only the selected ones', async () => {
  const saved = vi.spyOn(csv, 'saveFile').mockReturnValue()
  const { user } = renderTable({ rows: rowsOf(3) })
  await choose(user, 'Export loaded rows')
  expect(saved.mock.lastCall).toEqual([
    'test.csv',
    '"Name","Amount","Amount, currency"\r\n"Row 1",0,"USD"\r\n"Row 2",919,"USD"\r\n"Row 3",838,"USD"\r\n',
  ])
  cell('Row 2').focus()
  await user.keyboard(' ')
  expect(screen.getByText('3 rows loaded, 1 selected')).toBeDefined()
  await user.keyboard('x')
  expect(screen.getByText('3 rows loaded')).toBeDefined()
  await user.keyboard('x')
  await choose(user, 'Export selected rows')
  expect(saved.mock.lastCall).toEqual([
    'test.csv',
    '"Name","Amount","Amount, currency"\r\n"Row 2",919,"USD"\r\n',
  ])
})

it('shows the chosen columns, and keeps them where the page does', async () => {
  const onShown = vi.fn()
  const { user, unmount } = renderTable({ shown: { keys: ['name'], onShown } })
  expect(screen.queryByRole('columnheader', { name: 'Amount' })).toBeNull()
  await choose(user, 'Columns')
  await user.click(screen.getByRole('checkbox', { name: 'Id' }))
  expect(onShown).toHaveBeenCalledExactlyOnceWith(['name', 'id'])
  unmount()

  const own = renderTable()
  await choose(own.user, 'Columns')
  await own.user.click(screen.getByRole('checkbox', { name: 'Amount' }))
  await own.user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('columnheader', { name: 'Amount' })).toBeNull()
})

it('gives every table of this device more space between rows, by choice', async () => {
  const { user } = renderTable()
  const height = () => within(screen.getByRole('grid')).getAllByRole('row')[1]?.style.height
  expect(height()).toBe('36px')
  await choose(user, 'More space between rows')
  expect(height()).toBe('44px')
  expect(localStorage.getItem('sesa-office-rows')).toBe('44')
  await choose(user, 'Less space between rows')
  expect(height()).toBe('36px')
})

it('lets the server sort, only by columns that have an order', async () => {
  const onSort = vi.fn()
  const { user } = renderTable({ order: { sort: '-amount', keys: ['amount'], onSort } })
  expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
  expect(shownNames().slice(0, 2)).toEqual(['Row 1', 'Row 2'])
  expect(screen.getByRole('columnheader', { name: /Amount/ }).getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: /Amount/ }))
  expect(onSort).toHaveBeenLastCalledWith('amount')
})

it('saves the file of all matching rows, loaded or not, and says why it cannot', async () => {
  const saved = vi.spyOn(csv, 'saveFile').mockReturnValue()
  const loadCsv = vi.fn().mockResolvedValueOnce({ data: { name: 'all.csv', text: 'all' } })
  const { user } = renderTable({ loadCsv })
  await choose(user, 'Export all matching rows')
  expect(saved.mock.lastCall).toEqual(['all.csv', 'all'])
  loadCsv.mockResolvedValueOnce({
    error: { code: 'action_refused', message: 'There are more than 20000 rows.' },
  })
  await choose(user, 'Export all matching rows')
  expect((await screen.findByRole('alert')).textContent).toContain('There are more than 20000 rows.')
})

it('loads more rows when the end comes into sight, and on the button', async () => {
  const load = vi.fn()
  const { user } = renderTable({ rows: rowsOf(12), more: { busy: false, load } })
  expect(load).toHaveBeenCalled()
  load.mockClear()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(load).toHaveBeenCalledTimes(1)
  expect(screen.getByText('12 rows loaded, more to load')).toBeDefined()
})

it('says what to do when there are no rows', () => {
  renderTable({ rows: [] })
  expect(screen.getByRole('heading', { name: 'No rows' })).toBeDefined()
  expect(screen.queryByRole('grid')).toBeNull()
})

it('prints every loaded row', async () => {
  renderTable({ rows: rowsOf(60) })
  const before = shownNames().length
  dispatchEvent(new Event('beforeprint'))
  expect(shownNames()).toHaveLength(60)
  expect(before).toBeLessThan(60)
  dispatchEvent(new Event('afterprint'))
  await vi.waitFor(() => expect(shownNames().length).toBeLessThan(60))
  expect(within(screen.getByRole('grid')).getAllByRole('row').length).toBeLessThan(60)
})
