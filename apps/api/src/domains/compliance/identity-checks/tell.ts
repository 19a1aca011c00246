import { IDENTITY_CHECK_REASONS, type IdentityCheckReason } from '@sesa/contract'
import { formatMoney } from '@sesa/money'
import type { Tx } from '../../../db/index.ts'
import type { Limits } from '../../transfers/index.ts'
import { CHECK_PATH, type IdentityChecksDeps } from './deps.ts'
import type { Outcome } from './ports.ts'
import type { CheckRow } from './store.ts'
import { readOwnLimits } from './tiers.ts'

/** Notifies a customer of their check's result: in the app, by email, and by push if enabled. */
export async function tellOutcome(
  { notices }: Pick<IdentityChecksDeps, 'notices'>,
  tx: Tx,
  { id, user_id: userId, failures }: Pick<CheckRow, 'id' | 'user_id' | 'failures'>,
  { state, reason }: Outcome,
): Promise<void> {
  if (state === 'processing') return
  const notice = state === 'verified' ? await verifiedNotice(tx, userId) : openNotice(reason)
  if (notice === null) return
  await notices.add(tx, {
    accountId: userId,
    kind: 'identity_check',
    ...notice,
    path: CHECK_PATH,
    key: `identity_check:${id}:${state}:${reason ?? ''}:${failures}`,
  })
}

/** Returns what a verified customer reads about their limit. */
export const verifiedWords = ({ per24Hours }: Limits): string =>
  `We confirmed your identity. You can now send up to ${formatMoney(per24Hours)} in 24 hours.`

async function verifiedNotice(tx: Tx, userId: string) {
  return { title: 'Identity confirmed', body: verifiedWords(await readOwnLimits(tx, userId)) }
}

function openNotice(reason: IdentityCheckReason | null) {
  return reason === null ? null : { title: 'Your identity check', body: IDENTITY_CHECK_REASONS[reason] }
}

/** Warns a customer that their document will expire, or notifies them that it has. */
export async function tellExpiry(
  { notices }: Pick<IdentityChecksDeps, 'notices'>,
  tx: Tx,
  { id, userId, expires }: { readonly id: string; readonly userId: string; readonly expires: string },
  isOver: boolean,
): Promise<void> {
  const body = isOver
    ? 'The document of your identity check has expired, so your limits are lower again. Check your identity with a new one.'
    : `The document of your identity check expires on ${expires}. After that your limits are lower until you check a new one.`
  await notices.add(tx, {
    accountId: userId,
    kind: 'identity_check',
    title: isOver ? 'Your document has expired' : 'Your document expires soon',
    body,
    path: CHECK_PATH,
    key: `identity_check:${id}:${isOver ? 'expired' : 'expires'}`,
  })
}
