import { calls, type Profile } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import type { TransfersModule } from '../../transfers/index.ts'
import { makeReceipt, type ReceiptSettings } from './receipt.ts'

export interface ReceiptsDeps {
  readonly readCharged: TransfersModule['readCharged']
  readonly settings: ReceiptSettings
  profileOf(userId: string): Promise<Profile | null>
}

export function registerReceipts(
  app: FastifyInstance,
  { readCharged, settings, profileOf }: ReceiptsDeps,
): void {
  route(app, calls.getReceipt, async ({ params, caller }) => {
    const [charged, profile] = await Promise.all([
      readCharged(caller.userId, params.payment_id),
      profileOf(caller.userId),
    ])
    const name = charged.senderName ?? profile?.name
    if (!name) throw new Refused('profile_incomplete')
    return { receipt: makeReceipt(settings, charged, name) }
  })
}
