import type { ChosenChannels, CountryCode, NoticeChannels } from '@sesa/contract'
import type { Db, Tx } from '../../../db/index.ts'

/**
 * Returns the default channels of a customer. Push reaches only the devices that the customer added. Texts are on where most
 * people read them first; in the United States they need the customer's consent (47 CFR 64.1200(a)(1)), which the switch asks for.
 */
export const defaultChannels = (country: CountryCode | null): NoticeChannels => ({
  email: { reminders: true, rateAlerts: true, supportAnswers: true },
  push: {
    transfers: true,
    moneyReceived: true,
    ratesChange: false,
    reminders: true,
    rateAlerts: true,
    supportAnswers: true,
  },
  sms: { transfers: country !== null && country !== 'US' },
})

const TOPICS = {
  transfers: 'transfers',
  moneyReceived: 'money_received',
  ratesChange: 'rates_change',
  reminders: 'reminders',
  rateAlerts: 'rate_alerts',
  supportAnswers: 'support_answers',
} as const satisfies Record<keyof NoticeChannels['push'], string>

type Topic = keyof typeof TOPICS
type Channel = keyof NoticeChannels

/** A stored choice of a channel. */
export interface ChosenChannel {
  readonly topic: string
  readonly channel: Channel
  readonly wanted: boolean
}

/** Returns a user's choice of channels, or the default. */
export async function readChannels(db: Db | Tx, userId: string): Promise<NoticeChannels> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('phone_identities as i', 'i.user_id', 'u.id')
    .leftJoin('notice_channels as c', 'c.user_id', 'u.id')
    .select(['i.country', 'c.topic', 'c.channel', 'c.wanted'])
    .where('u.id', '=', userId)
    .execute()
  const chosen = rows.flatMap(({ topic, channel, wanted }) =>
    topic === null || channel === null || wanted === null ? [] : [{ topic, channel, wanted }],
  )
  return channelsOf(chosen, rows[0]?.country ?? null)
}

/** Returns the choice of channels in a user's rows, with the country's default for the others. */
export function channelsOf(rows: readonly ChosenChannel[], country: CountryCode | null): NoticeChannels {
  const pick = <Side extends Partial<Record<Topic, boolean>>>(channel: Channel, defaults: Side): Side => {
    const chosen = Object.keys(defaults).flatMap((topic) => {
      const row = rows.find((each) => each.channel === channel && each.topic === TOPICS[topic as Topic])
      return row ? [[topic, row.wanted] as const] : []
    })
    return { ...defaults, ...Object.fromEntries(chosen) }
  }
  const { email, push, sms } = defaultChannels(country)
  return { email: pick('email', email), push: pick('push', push), sms: pick('sms', sms) }
}

/** Stores a user's choice of channels; the last one counts. */
export async function saveChannels(tx: Tx, userId: string, wanted: ChosenChannels): Promise<void> {
  const rows = (['email', 'push', 'sms'] as const).flatMap((channel) =>
    Object.entries(wanted[channel] ?? {}).map(([topic, on]) => ({
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
