import type { Patch } from '../world/child-control.ts'
import type { World } from '../world/world.ts'

/** A bug that a run plants on purpose; its trial must find it. */
export interface SeededBug {
  readonly name: string
  readonly what: string
  /** The trial that turns red. */
  readonly trial: string
  /** Rules of which a problem must name at least one. */
  readonly rules: RegExp
  readonly patches?: readonly Patch[]
  prepare?(world: World): Promise<void>
}

const MODULE = 'apps/api/src/domains/transfers'

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
    patches: [
      {
        file: `${MODULE}/create/limits.ts`,
        find: 'where user_id = ${userId} for update`',
        put: 'where user_id = ${userId}`',
      },
    ],
  },
  {
    name: 'dedupe',
    what: 'the idempotency key is not looked up',
    trial: 'same-key',
    rules: /^F1/,
    patches: [
      {
        file: `${MODULE}/create/create-transfer.ts`,
        find: 'if (known === undefined || known.cancelled) return undefined',
        put: 'if (known !== null) return undefined',
      },
    ],
  },
  {
    name: 'ask-before-resend',
    what: 'a refund is sent again without checking for an earlier one',
    trial: 'lost-refund',
    rules: /^I5/,
    patches: [
      {
        file: `${MODULE}/steps/decide-refund.ts`,
        find: 'const { succeeded, pending } = unbookedRefunds(listed.value, balance)',
        put: 'const [succeeded, pending] = [0n, 0n]',
      },
    ],
  },
  {
    name: 'lease-fence',
    what: 'an outcome is written although another worker holds the lease',
    trial: 'stale-lease',
    rules: /^(F28|I\d|D\d)/,
    patches: [
      {
        file: `${MODULE}/state/transitions.ts`,
        find: ".where('lease_token', '=', claim.lease_token)",
        put: '',
      },
    ],
  },
]
