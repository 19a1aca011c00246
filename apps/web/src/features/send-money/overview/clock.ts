/** How long a price still holds, in whole seconds, never below zero. `now` is the server's time in ms. */
export function secondsLeft(expiresAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000))
}

/** `mm:ss`, as a clock shows it. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** A screen reader announces each of these as it is reached, and not the seconds in between. */
const ANNOUNCEMENTS = [
  { at: 60, text: 'This price holds for 1 more minute.' },
  { at: 300, text: 'This price holds for 5 more minutes.' },
] as const

/** What is announced at this time: nothing until five minutes are left. */
export function announcement(seconds: number): string {
  if (seconds === 0) return ''
  return ANNOUNCEMENTS.find(({ at }) => seconds <= at)?.text ?? ''
}
