import type { DateRange } from '../../lib/date-range.ts'

/** Says which days a statement covers and how many transfers it lists: the line it opens with. */
export function openingLine({ from, to }: DateRange, count: number, format: (day: string) => string): string {
  const many = `${count.toLocaleString('en-US')} ${count === 1 ? 'transfer' : 'transfers'}`
  if (from === '' && to === '') return `All transfers: ${many}`
  if (from === '') return `Until ${format(to)}: ${many}`
  if (to === '') return `Since ${format(from)}: ${many}`
  return from === to ? `${format(from)}: ${many}` : `${format(from)} to ${format(to)}: ${many}`
}
