/** What the next page that a signed-out person sees says to them. In memory: a reload has nothing more to say. */
let farewell: string | null = null

export function sayFarewell(text: string): void {
  farewell = text
}

export function lastFarewell(): string | null {
  return farewell
}
