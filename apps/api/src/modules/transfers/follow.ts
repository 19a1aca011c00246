import type { TransferResult } from '@sesa/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import type { Engine } from './engine.ts'
import { readByPayment } from './list.ts'
import { isEnd } from './states.ts'
import type { TransferRow } from './store.ts'
import { toResult } from './view.ts'

/** The longest that a call waits for a transfer's end. */
const PATIENCE_MS = 8_000
/** Between two looks: most transfers end within a few of these. */
const LOOK_MS = 25
/** Between two steps of our own while waiting; the worker and hints are usually sooner. */
const STEP_MS = 1_000

export interface FollowDeps {
  readonly db: Db
  readonly engine: Engine
}

/** Answers for a transfer that was not charged: why there is nothing to show. */
function refuseUncharged(row: TransferRow): void {
  if (row.captured_at !== null) return
  if (row.state === 'cancelled') {
    throw new Refused(row.cancel_reason === 'expired' ? 'quote_expired' : 'payment_not_successful')
  }
  if (row.state === 'awaiting_payment' && row.hold_reason === null)
    throw new Refused('payment_not_successful')
}

/**
 * Runs the transfer's step now, whoever else does, and looks until `answered` says so, at most 8 s; `looked` tells
 * whether a step of our own was run. Refused: `not_found` for an id that is not the user's.
 */
export async function pursue(
  { db, engine }: FollowDeps,
  userId: string,
  paymentId: string,
  answered: (row: TransferRow, looked: boolean) => boolean,
): Promise<TransferRow> {
  const read = async (): Promise<TransferRow> => {
    const row = await readByPayment(db, userId, paymentId)
    if (row === undefined) throw new Refused('not_found')
    return row
  }
  const { id } = await read()
  const started = performance.now()
  let looked = await engine.run(id)
  let lastStep = started
  for (;;) {
    const row = await read()
    if (answered(row, looked) || performance.now() - started > PATIENCE_MS) return row
    await sleep(LOOK_MS)
    if (!looked || performance.now() - lastStep > STEP_MS) {
      lastStep = performance.now()
      looked = (await engine.run(id)) || looked
    }
  }
}

/**
 * Makes sure that a paid transfer is on its way. `patient`: waits up to 8 s for its end. Refused: `not_found` for an id
 * that is not the user's, `payment_not_successful` and `quote_expired` when nothing was charged.
 */
export async function follow(
  deps: FollowDeps,
  userId: string,
  paymentId: string,
  patient: boolean,
): Promise<TransferResult> {
  const row = await pursue(deps, userId, paymentId, ({ state, hold_reason }, looked) => {
    const ended = isEnd(state) || hold_reason !== null
    // Uncharged after a look of our own is an answer; while another process looks, it is not yet.
    return ended || (state === 'awaiting_payment' ? looked : looked && !patient)
  })
  refuseUncharged(row)
  return toResult(row)
}
