import { serverNow } from '@sesa/ui/api/http.ts'

export const DAY_MS = 86_400_000

/** The day (UTC) of a moment: "2026-11-29". */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The day (UTC) some days from today. */
export const dayFromNow = (days: number): string => dayOf(serverNow() + days * DAY_MS)
