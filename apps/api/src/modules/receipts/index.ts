import { calls, type Profile } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../http/route.ts'
import { Refused } from '../../lib/refused.ts'
import type { TransfersModule } from '../transfers/index.ts'
import { makeReceipt, type ReceiptSettings } from './receipt.ts'

export { disclosuresOf, type Disclosures } from './receipt.ts'
export type { ReceiptSettings }

export interface ReceiptsDeps {
  readonly readCharged: TransfersModule['readCharged']
  readonly settings: ReceiptSettings
  profileOf(userId: string): Promise<Profile | null>
}

/** Receipts: made from the transfer each time, so that there is one truth about it. */
export function createReceiptsModule({ readCharged, settings, profileOf }: ReceiptsDeps): {
  routes(app: FastifyInstance): void
} {
  return {
    routes(app) {
      route(app, calls.getReceipt, async ({ params, caller }) => {
        const [charged, profile] = await Promise.all([
          readCharged(caller.userId, params.payment_id),
          profileOf(caller.userId),
        ])
        const name = charged.senderName ?? profile?.name
        if (!name) throw new Refused('profile_incomplete')
        return { receipt: makeReceipt(settings, charged, name) }
      })
    },
  }
}
