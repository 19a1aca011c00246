/** Formats a waiting time, rounded up: “1 second”, “90 seconds”, “5 minutes”, “3 hours”. */
export function waitText(seconds: number): string {
  if (seconds === 1) return '1 second'
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`
}
