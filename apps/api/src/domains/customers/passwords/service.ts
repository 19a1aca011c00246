import { normalPassword, type BodyOf, type calls } from '@sesa/contract'
import { refillBudget, takeFromBudgets } from '../../../db/budgets.ts'
import { inOneStatement, inTransaction, type Db } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'
import type { Origin } from '../../../http/origin.ts'
import { requireStepUp, type Caller } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Audit } from '../account-record/index.ts'
import type { SessionGateway } from '../identity/index.ts'
import { hashPassword, passwordMatches } from './hash.ts'
import { checkNewPassword } from './policy.ts'
import { countNewHash } from './count.ts'
import { lockPasswordHash, passwordOwner, storePassword } from './store.ts'

export interface PasswordsDeps {
  readonly db: Db
  readonly audit: Audit
  readonly gateway: Pick<SessionGateway, 'signOutOthers'>
  readonly limits: { readonly triesPerAccount: number }
}

const TRY_SECONDS = 900

/** Counts a try at the current password before judging it, so that parallel tries also count. */
async function countTry({ db, limits }: PasswordsDeps, userId: string): Promise<void> {
  const budget = { bucket: `password:${userId}`, most: limits.triesPerAccount, seconds: TRY_SECONDS }
  const { wait } = await inOneStatement(db, 'passwords.count_try', (within) =>
    takeFromBudgets(within, [budget]),
  )
  if (wait > 0) throw new Refused('rate_limited', { field: 'current', retryAfter: wait })
}

/** Checks the current password; without one, requires step-up. */
async function confirmOwner(
  deps: PasswordsDeps,
  caller: Caller,
  { hash, current, origin }: { hash: string | null; current: string | undefined; origin: Origin },
): Promise<void> {
  if (hash === null) return requireStepUp(caller)
  const { userId } = caller
  await countTry(deps, userId)
  if (await passwordMatches(hash, current ?? '')) return
  await inTransaction(deps.db, 'passwords.count_failure', (tx) =>
    deps.audit.failed(tx, { userId, tried: `account:${userId}`, method: 'password', origin }),
  )
  throw new Refused('password_wrong', { field: 'current' })
}

/**
 * Sets the first password or changes it. Throws Refused `password_mismatch`, `password_weak`, `password_wrong`,
 * `step_up_required`, `rate_limited` or `sign_in_busy`.
 */
export async function changePassword(
  deps: PasswordsDeps,
  caller: Caller,
  body: BodyOf<typeof calls.putPassword>,
  origin: Origin,
): Promise<void> {
  const { userId, sessionId } = caller
  if (normalPassword(body.new) !== normalPassword(body.confirm))
    throw new Refused('password_mismatch', { field: 'confirm' })
  const { hash: before, ...owner } = await passwordOwner(deps.db, userId)
  await checkNewPassword(body.new, { owner, field: 'new' })
  await confirmOwner(deps, caller, { hash: before, current: body.current, origin })
  await countNewHash(deps.db, userId, 'new')
  const hash = await hashPassword(body.new)
  await inTransaction(deps.db, 'passwords.change', async (tx) => {
    await requireOpenAccount(tx, userId)
    // Changed in another tab meanwhile, so the checked password is no longer the current one.
    if ((await lockPasswordHash(tx, userId)) !== before)
      throw new Refused('password_wrong', { field: 'current' })
    await storePassword(tx, userId, hash)
    await refillBudget(tx, `password:${userId}`)
    await deps.gateway.signOutOthers(tx, userId, sessionId)
    const kind = before === null ? 'password_set' : 'password_changed'
    await deps.audit.record(tx, { userId, sessionId, kind, origin })
  })
}
