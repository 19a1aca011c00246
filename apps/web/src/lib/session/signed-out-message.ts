/** The message on the next page after signing out. In memory: a reload drops it. */
let farewell: string | null = null

export function sayFarewell(text: string): void {
  farewell = text
}

export function lastFarewell(): string | null {
  return farewell
}
