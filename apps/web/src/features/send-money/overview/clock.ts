import * as i18n from '@sesa/contract/i18n'

/** Returns how long a price is still valid, in whole seconds, at least zero. `now` is the server's time in ms. */
export function secondsLeft(expiresAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000))
}

/** Formats seconds as `mm:ss`. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** Screen readers announce only these times, not the seconds in between. */
const ANNOUNCEMENTS = [
  { at: 60, text: i18n.t('This price is locked for 1 more minute.') },
  { at: 300, text: i18n.t('This price is locked for 5 more minutes.') },
] as const

/** Returns the announcement for this time: none until five minutes are left. */
export function announcement(seconds: number): string {
  if (seconds === 0) return ''
  return ANNOUNCEMENTS.find(({ at }) => seconds <= at)?.text ?? ''
}
