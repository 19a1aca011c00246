/** A cell by the index of its row and its column; column 0 selects the row. */
export interface Place {
  readonly row: number
  readonly column: number
}

interface Extent {
  readonly rows: number
  readonly columns: number
  /** The rows that fit the screen, for Page Up and Page Down. */
  readonly page: number
}

const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

/** Returns where a key leads in a grid, as the ARIA practices say, with `j` and `k` for down and up; undefined for any other key. */
export function placeAfter(
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { row, column }: Place,
  { rows, columns, page }: Extent,
): Place | undefined {
  const inRows = (wanted: number) => Math.max(0, Math.min(rows - 1, wanted))
  const inColumns = (wanted: number) => Math.max(0, Math.min(columns - 1, wanted))
  switch (ctrlKey ? key : (LETTERS[key] ?? key)) {
    case 'ArrowDown':
      return { row: inRows(row + 1), column }
    case 'ArrowUp':
      return { row: inRows(row - 1), column }
    case 'ArrowRight':
      return { row, column: inColumns(column + 1) }
    case 'ArrowLeft':
      return { row, column: inColumns(column - 1) }
    case 'PageDown':
      return { row: inRows(row + page), column }
    case 'PageUp':
      return { row: inRows(row - page), column }
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 }
    case 'End':
      return { row: ctrlKey ? inRows(rows - 1) : row, column: inColumns(columns - 1) }
    default:
      return undefined
  }
}
