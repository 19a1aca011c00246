import type { AnswerOf, calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatDate } from '@sesa/ui/format.ts'

export type Notice = AnswerOf<typeof calls.listNotices>['notices'][number]

export interface Day {
  label: string
  notices: readonly Notice[]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Groups notices, newest first, by the device's days. */
export function byDay(notices: readonly Notice[], now: Date): Day[] {
  const today = formatDate(now.toISOString())
  const yesterday = formatDate(new Date(noon(now) - DAY_MS).toISOString())
  const days = Map.groupBy(notices, ({ at }) => formatDate(at))
  return [...days].map(([date, list]) => ({
    label: date === today ? i18n.t('Today') : date === yesterday ? i18n.t('Yesterday') : date,
    notices: list,
  }))
}

/** Returns noon of a day. Days are not always 24 hours long, so counting from noon never skips one. */
function noon(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12).getTime()
}
