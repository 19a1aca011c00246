import { AsyncLocalStorage } from 'node:async_hooks'

const acting = new AsyncLocalStorage<string>()

/** Runs a member's call. Its transactions and audit log entries name only this member. */
export function actingAs<T>(memberId: string, call: () => Promise<T>): Promise<T> {
  return acting.run(memberId, call)
}

/** Returns the id of the member who made this call; undefined for the product itself. */
export const actingMember = (): string | undefined => acting.getStore()
