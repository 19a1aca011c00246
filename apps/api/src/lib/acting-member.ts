import { AsyncLocalStorage } from 'node:async_hooks'

const acting = new AsyncLocalStorage<string>()

/** Runs a member's call. Its transactions and entries of the audit log name this member and no other. */
export function actingAs<T>(memberId: string, call: () => Promise<T>): Promise<T> {
  return acting.run(memberId, call)
}

/** Returns the id of the member whose call this is; undefined for the product itself. */
export const actingMember = (): string | undefined => acting.getStore()
