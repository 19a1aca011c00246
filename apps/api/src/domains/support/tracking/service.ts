import type { Profile, TrackedTransfer as TrackedAnswer } from '@sesa/contract'
import { inTransaction, type Db } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'
import { createLinkToken } from '../../../lib/link-token.ts'
import { Refused } from '../../../lib/refused.ts'
import { readTracked, requireOwnTransfer, type TransfersModule } from '../../transfers/index.ts'
import { DAYS_AFTER_END } from './settings.ts'
import { endLinksOf, endOldestLinks, findLink, insertLink } from './store.ts'
import { answerOf, pageWordsOf, type PageWords } from './words.ts'

export interface TrackingDeps {
  readonly db: Db
  /** Prefix of the links, without a trailing slash. */
  readonly publicUrl: string
  readonly readCharged: TransfersModule['readCharged']
  profileOf(userId: string): Promise<Profile | null>
}

/** Returns when the links of a transfer stop working; null before it has ended. */
export function linksEndAt(endedAt: Date | null): Date | null {
  return endedAt === null ? null : new Date(endedAt.getTime() + DAYS_AFTER_END * 86_400_000)
}

const isOver = (end: Date | null, now: Date): boolean => end !== null && end <= now
const addressOf = (publicUrl: string, token: string): string => `${publicUrl}/track/${token}`

/** Makes the link in the recipient's text message, and the hash to store with `insertRecipientLinks`. */
export function makeRecipientLink(publicUrl: string): { readonly url: string; readonly hash: Buffer } {
  const { token, hash } = createLinkToken()
  return { url: addressOf(publicUrl, token), hash }
}

export function createTracking({ db, publicUrl, readCharged, profileOf }: TrackingDeps) {
  return {
    /** Makes a new link to a user's own transfer once its card was charged. */
    async createLink(userId: string, paymentId: string) {
      const { id: transferId } = await readCharged(userId, paymentId)
      const expiresAt = linksEndAt((await readTracked(db, transferId))?.endedAt ?? null)
      const token = await inTransaction(db, 'tracking.create_link', async (tx) => {
        // Under an exclusive lock, so that concurrent requests keep no more links than allowed.
        await requireOpenAccount(tx, userId, { alone: true })
        const made = await insertLink(tx, { transferId, userId })
        if (isOver(expiresAt, made.createdAt)) throw new Refused('tracking_over')
        await endOldestLinks(tx, transferId)
        return made.token
      })
      return { url: addressOf(publicUrl, token), expiresAt: expiresAt?.toISOString() ?? null }
    },

    async endLinks(userId: string, paymentId: string): Promise<void> {
      await endLinksOf(db, await requireOwnTransfer(db, userId, paymentId))
    },

    /** Returns the transfer of a token; null for any invalid token, whatever the reason. */
    async track(token: string): Promise<{ answer: TrackedAnswer; words: PageWords } | null> {
      const link = await findLink(db, token)
      const transfer = link && (await readTracked(db, link.transferId))
      if (link === undefined || transfer === undefined) return null
      if (isOver(linksEndAt(transfer.endedAt), link.now)) return null
      const profile = transfer.senderName === null ? await profileOf(link.userId) : null
      const answer = answerOf(transfer, profile?.name ?? null)
      return { answer, words: pageWordsOf(answer, transfer) }
    },
  }
}

export type Tracking = ReturnType<typeof createTracking>
