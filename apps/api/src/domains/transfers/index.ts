import { onPrimary } from '../../db/reads.ts'
import { createSealing } from '../../lib/secrets.ts'
import { RECORD_PURPOSE } from './adopt/record.ts'
import type { TransfersDeps, TransfersModule } from './deps.ts'
import { createEngine, createTransferSweep } from './engine/engine.ts'
import { DEFAULTS } from './defaults.ts'
import { remainingLimits } from './create/allowance.ts'
import { declineCrons } from './create/declines.ts'
import { createLimitKeys } from './create/limit-keys.ts'
import { readCharged, type ChargedTransfer } from './engine/wait-for-outcome.ts'
import { createStaffActions, type StaffActions } from './staff/actions.ts'
import type { RequireHolder } from './create/input.ts'
import { outcomeCrons } from './outcomes/daily.ts'
import { registerTransfers } from './routes.ts'
import { BANK_DEBIT_LIMITS } from './create/limits.ts'
import { sharedLimitsOf } from './create/shared-limits.ts'
import { extraCrons } from './mobile-money/extra.ts'
import { payByMobileMoney } from './mobile-money/pay-in.ts'
import { payByBankDebit, payByCard } from './ways-to-pay/pay-in.ts'
import type { TransferRow } from './state/transfer-row.ts'
import { registerWebhooks } from './engine/webhooks.ts'

export { transferGauges } from './gauges.ts'
export { paidSince } from './create/allowance.ts'
export { wakePayout, wakeScreened } from './state/wake.ts'
export { readDestination, readWallet } from './create/input.ts'
export type { CollectionStatus, CollectionTerms, Collector, Collectors } from './mobile-money/ports.ts'
export { STALE_REQUEST } from './ports.ts'
export type { TransferMove, TransferSnapshot } from './moves.ts'
export {
  deleteTold,
  isUntoldDue,
  lockUntold,
  putOff,
  untoldMove,
  UNTOLD_COLUMNS,
  type UntoldMove,
  type UntoldRow,
} from './outbox.ts'
export type { FoundPayout, PayoutRouter } from './payout-router.ts'
export type {
  CardProvider,
  PayoutCallbacks,
  PayoutRail,
  SavedCards,
  SenderIdentity,
  UnsentPayout,
} from './ports.ts'
export { COUNTED_DAYS, exportFormerNumbers, rememberNumber } from './create/former-numbers.ts'
export { createApprovalTimes, type ApprovalTime } from './history/approval-times.ts'
export { createDeliveryTimes, type DeliveryTime } from './history/delivery-times.ts'
export { exportTransfers, hasMoneyInFlight } from './history/data-export.ts'
export { readHomeAtBoot } from './history/home.ts'
export { listPaidRecipients, wasPaidSince, type PaidRecipient } from './history/past-recipients.ts'
export { asksRefundNumber } from './mobile-money/refund-asked.ts'
export { isWalletAsked } from './mobile-money/attempts.ts'
export { listUnseenEnds, type UnseenEnd } from './mobile-money/ended.ts'
export { requireOwnTransfer } from './history/list.ts'
export { readTracked, type TrackedTransfer } from './history/tracked.ts'
export { BANK_DEBIT_LIMITS, lockSender, type Limits } from './create/limits.ts'
export { comparableName, digestedNames } from './create/limit-keys.ts'
export type { CardPayer, SavedCardsLock } from './create/saved-cards-lock.ts'
export { sharedLimitsOf, type LimitsOf } from './create/shared-limits.ts'
export { closeForIdentity, forgetFrozenSenders } from './create/senders.ts'
export { readFrozenSender, standingOf, type FrozenDocument, type Standing } from './state/transfer-row.ts'
export { readStaffView, showTransfer, type TransferOverview } from './staff/overview.ts'
export { holdsQueue } from './staff/holds-queue.ts'
export { lineOf, type Entry as StoryLine } from './staff/story-entries.ts'
export type { Story } from './staff/story.ts'
export { underReviewRefusal, type StaffActionName } from './staff/refusals.ts'
export {
  accountHoldAsSeen,
  isHeldForReview,
  isUnderReview,
  readerOf,
  UNDER_REVIEW,
  type Reader,
} from './staff/under-review.ts'
export { transferOrders } from './orders.ts'
export { readThreshold, takesTwo } from './staff/release-threshold.ts'
export { chargedByHour, minutesByNetwork, outcomesByDay } from './outcomes/charts.ts'
export { isAdopted } from './adopt/decide-adoption.ts'
export type { Lost, Unexplained } from './adopt/adopt.ts'
export type { ChargedTransfer, RequireHolder, StaffActions, TransfersDeps, TransfersModule }

/** Creates the transfers module: takes payments, pays out to wallets and refunds, with its own queue and webhooks. */
export function createTransfersModule(given: TransfersDeps): TransfersModule {
  const { limits, shared = sharedLimitsOf(limits), ...others } = given
  const settings = {
    ...DEFAULTS,
    reads: onPrimary(given.db),
    limitsOf: () => ({ own: limits, shared, bankDebit: BANK_DEBIT_LIMITS }),
    keys: createLimitKeys(given.secrets),
    sealing: createSealing(given.secrets, RECORD_PURPOSE),
    ...others,
  }
  const ways = {
    card: payByCard(given.cards),
    momo: payByMobileMoney(settings),
    bank_debit: payByBankDebit(given.cards),
  }
  const deps = { ...settings, payInOf: ({ pay_method }: Pick<TransferRow, 'pay_method'>) => ways[pay_method] }
  const engine = createEngine({ ...deps, onError: (reference, error) => deps.onError(error, reference) })
  return {
    staffActions: createStaffActions(deps),
    remainingLimits: (userId, country) => remainingLimits(deps, userId, country),
    readCharged: (userId, paymentId) => readCharged({ ...deps, engine }, userId, paymentId),
    routes(app) {
      registerTransfers(app, { ...deps, engine })
      registerWebhooks(app, deps)
    },
    crons: [
      ...declineCrons(given.db, (line) => given.alert?.(line)),
      ...outcomeCrons(given.db),
      ...extraCrons(deps),
    ],
    createSweep: () => createTransferSweep(engine),
  }
}
