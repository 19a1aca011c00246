import { officeCalls } from '@sesa/contract/office'
import { money, toMinorNumber } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { readFloat, setAlertLevel, type WalletOverview } from './overview.ts'
import { countStopped } from './release.ts'
import type { FloatModule } from './service.ts'
import { walletName } from './store.ts'

const presentWallet = (wallet: WalletOverview, onItsWay: bigint) => {
  const { account, country, currency, state, balance, pending, reserved, available, alertLevel, hours } =
    wallet
  const amountOf = (minor: bigint) => ({ amount: toMinorNumber(money(minor, currency)), currency })
  return {
    name: walletName(wallet),
    ...{ account, country, currency, state },
    balance: balance === null ? null : amountOf(balance),
    pending: amountOf(pending),
    onItsWay: amountOf(onItsWay),
    reserved: amountOf(reserved),
    available: available === null ? null : amountOf(available.amount),
    alertLevel: amountOf(alertLevel.amount),
    hoursLeft: hours === null ? null : Number(hours),
    readAt: wallet.askedAt?.toISOString() ?? null,
  }
}

/** Serves the float to the office. */
export function registerFloats(
  app: FastifyInstance,
  {
    db,
    float,
    onItsWay,
  }: {
    readonly db: Db
    readonly float: Pick<FloatModule, 'releaseAll'>
    /** Returns the sum in transit for each wallet, by its name, as counted by the treasury. */
    onItsWay(): Promise<ReadonlyMap<string, bigint>>
  },
): void {
  const show = async () => {
    const sums = await onItsWay()
    const wallets = (await readFloat(db)).map((one) => presentWallet(one, sums.get(walletName(one)) ?? 0n))
    return { wallets, stopped: await countStopped(db) }
  }

  officeRoute(app, officeCalls.listFloats, show)
  officeRoute(app, officeCalls.setAlertLevel, async ({ body: { wallet, amount, reason }, member }) => {
    if (amount.currency !== wallet.currency || amount.amount < 0)
      throw new Refused('invalid_field', {
        field: 'amount',
        message: `Enter an amount in ${wallet.currency}, zero or more.`,
      })
    const level = money(BigInt(amount.amount), amount.currency)
    const isSet = await setAlertLevel(db, wallet, level, { staff: member.name, reason })
    if (!isSet) throw new Refused('not_found')
    return show()
  })
  officeRoute(app, officeCalls.releaseStopped, async ({ body: { reason }, member }) => ({
    released: [...(await float.releaseAll({ staff: member.name, reason }))],
  }))
}
