import path from 'node:path'
import type { World } from '../world/world.ts'

/** A bug that a run plants on purpose; its trial must find it. */
export interface SeededBug {
  readonly name: string
  readonly what: string
  /** The trial that must fail. */
  readonly trial: string
  /** Rules of which a problem must name at least one. */
  readonly rules: RegExp
  /** A file below `seeded-bugs`, for git apply. */
  readonly patch?: string
  prepare?(world: World): Promise<void>
}

/** Returns the path of a bug's patch. */
export const patchOf = (file: string): string => path.join(import.meta.dirname, 'seeded-bugs', file)

export const SEEDED_BUGS: readonly SeededBug[] = [
  {
    name: 'unique-index',
    what: 'the ledger accepts the same entry twice',
    trial: 'guards',
    rules: /^D1/,
    prepare: async ({ database }) =>
      void (await database.sql(
        'alter table ledger_entries drop constraint ledger_entries_transfer_id_kind_key',
      )),
  },
  {
    name: 'row-lock',
    what: 'the limits of a customer are read without the lock',
    trial: 'limit-race',
    rules: /^I11/,
    patch: 'row-lock.patch',
  },
  {
    name: 'dedupe',
    what: 'the idempotency key is not looked up',
    trial: 'same-key',
    rules: /^F1/,
    patch: 'dedupe.patch',
  },
  {
    name: 'ask-before-resend',
    what: 'a refund is sent again without checking for an earlier one',
    trial: 'lost-refund',
    rules: /^I5/,
    patch: 'ask-before-resend.patch',
  },
  {
    name: 'lease-fence',
    what: 'an outcome is written although another worker holds the lease',
    trial: 'stale-lease',
    rules: /^(F28|I\d|D\d)/,
    patch: 'lease-fence.patch',
  },
]
