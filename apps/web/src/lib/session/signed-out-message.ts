/** The message for the next page after signing out. Only in memory: a reload drops it. */
let message: string | null = null

export function setSignedOutMessage(text: string): void {
  message = text
}

export function getSignedOutMessage(): string | null {
  return message
}
