import type { NoticeChannels } from '@sesa/contract'
import type { Db, Tx } from '../../../db/index.ts'

/** The default channels of a customer. Push reaches only the devices that the customer added. */
export const DEFAULT_CHANNELS: NoticeChannels = {
  email: { reminders: true, rateAlerts: true, supportAnswers: true },
  push: {
    transfers: true,
    moneyReceived: true,
    ratesChange: false,
    reminders: true,
    rateAlerts: true,
    supportAnswers: true,
  },
}

const TOPICS = {
  transfers: 'transfers',
  moneyReceived: 'money_received',
  ratesChange: 'rates_change',
  reminders: 'reminders',
  rateAlerts: 'rate_alerts',
  supportAnswers: 'support_answers',
} as const satisfies Record<keyof NoticeChannels['push'], string>

type Topic = keyof typeof TOPICS

/** A stored choice of a channel. */
export interface ChosenChannel {
  readonly topic: string
  readonly channel: 'email' | 'push'
  readonly wanted: boolean
}

/** Returns a user's choice of channels, or the default. */
export async function readChannels(db: Db | Tx, userId: string): Promise<NoticeChannels> {
  const query = db.selectFrom('notice_channels').select(['topic', 'channel', 'wanted'])
  return channelsOf(await query.where('user_id', '=', userId).execute())
}

/** Returns the choice of channels in a user's rows, with the default for the others. */
export function channelsOf(rows: readonly ChosenChannel[]): NoticeChannels {
  const pick = <Side extends Partial<Record<Topic, boolean>>>(
    channel: 'email' | 'push',
    defaults: Side,
  ): Side => {
    const chosen = Object.keys(defaults).flatMap((topic) => {
      const row = rows.find((each) => each.channel === channel && each.topic === TOPICS[topic as Topic])
      return row ? [[topic, row.wanted] as const] : []
    })
    return { ...defaults, ...Object.fromEntries(chosen) }
  }
  return { email: pick('email', DEFAULT_CHANNELS.email), push: pick('push', DEFAULT_CHANNELS.push) }
}

/** Stores a user's choice of channels; the last one counts. */
export async function saveChannels(tx: Tx, userId: string, wanted: NoticeChannels): Promise<void> {
  const rows = (['email', 'push'] as const).flatMap((channel) =>
    Object.entries(wanted[channel]).map(([topic, on]) => ({
      user_id: userId,
      topic: TOPICS[topic as Topic],
      channel,
      wanted: on,
    })),
  )
  await tx
    .insertInto('notice_channels')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'topic', 'channel'])
        .doUpdateSet(({ ref }) => ({ wanted: ref('excluded.wanted') })),
    )
    .execute()
}
