import type { OpenDeps } from './create/create-transfer.ts'

/** What the module does for parts that nothing provides: every network is open, and nobody and no name is known. */
export const NOTHING_WIRED: Pick<
  OpenDeps,
  'listener' | 'requireOpen' | 'requireHolder' | 'senderOf' | 'isSenderKnown'
> = {
  listener: { moved: () => Promise.resolve() },
  requireOpen: () => Promise.resolve({ needsSender: false }),
  requireHolder: () => Promise.resolve({ verdict: 'unknown', rule: 1, name: null }),
  senderOf: () => Promise.resolve(null),
  isSenderKnown: () => Promise.resolve(false),
}
