import { STATUS_WORDS } from '@sesa/ui/feedback/status.tsx'
import type { HistoryFilters } from '../../lib/history-filters.ts'

/**
 * Describes which transfers a statement covers and how many: its first line. An incomplete statement says so, so that
 * it does not pass for a complete one.
 */
export function openingLine(
  { from, to, search, status }: HistoryFilters,
  count: number,
  format: (day: string) => string,
): string {
  const many = `${count.toLocaleString('en-US')} ${count === 1 ? 'transfer' : 'transfers'}`
  const which = [
    ...(status === null ? [] : [`status ${STATUS_WORDS[status]}`]),
    ...(search === '' ? [] : [`search “${search}”`]),
  ].join(', ')
  return `${daysText(from, to, format)}${which === '' ? '' : `, ${which}`}: ${many}`
}

function daysText(from: string, to: string, format: (day: string) => string): string {
  if (from === '' && to === '') return 'All transfers'
  if (from === '') return `Until ${format(to)}`
  if (to === '') return `Since ${format(from)}`
  return from === to ? format(from) : `${format(from)} to ${format(to)}`
}
