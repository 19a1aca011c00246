import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { type Audit, createRecipientsModule } from '../domains/customers/index.ts'
import { createAuditModule } from '../domains/customers/account-record/index.ts'
import { type Messages, createNoticesModule, type Notices } from '../domains/record/index.ts'
import { readSettings } from '../domains/support/index.ts'
import { createRateAlertsModule } from '../domains/support/rate-alerts/index.ts'
import { createRemindersModule } from '../domains/support/reminders/index.ts'
import { endRemindersTo } from '../domains/support/reminders/due.ts'
import type { RateAlertsModule } from '../domains/support/rate-alerts/index.ts'
import type { RemindersModule } from '../domains/support/reminders/index.ts'
import { startEngineWorld, type WorldParts } from './engine-world.ts'
import { recipient, type Sender } from './sender.ts'

type Queued = Parameters<Messages['queue']>[1]

/** Starts the engine with reminders and rate alerts. `mails` are the queued emails, which are never sent. */
export async function startReminderWorld({ worker = false }: { readonly worker?: boolean } = {}) {
  const mails: Extract<Queued, { channel: 'email' }>[] = []
  const made: { reminders?: RemindersModule; rateAlerts?: RateAlertsModule; audit?: Audit } = {}
  const fault: { notices: Error | null } = { notices: null }
  let parts: WorldParts | undefined
  const world = await startEngineWorld({
    worker,
    sweeps(given) {
      parts = given
      return []
    },
    beside(db, rails) {
      if (parts === undefined) throw new Error('The sweeps are created first')
      const { configuration, rates, corridors } = parts
      const branding = {
        publicUrl: 'https://sesa.example',
        support: { phone: '+231 77 000 0100', email: 'help@sesa.example', address: 'Monrovia' },
      }
      const messages: Pick<Messages, 'queue'> = {
        queue: (_tx, message) => Promise.resolve(void (message.channel === 'email' && mails.push(message))),
      }
      const plain = createNoticesModule({ db, messages, branding, push: null, emailChoices: readSettings })
      const notices: Notices = {
        async add(...asked) {
          const added = await plain.add(...asked)
          if (fault.notices !== null) throw fault.notices
          return added
        },
      }
      const audit = createAuditModule({ db, messages, branding, notices })
      made.audit = audit
      made.reminders = createRemindersModule({ db, audit, notices })
      made.rateAlerts = createRateAlertsModule({ db, configuration, rates, corridors, audit, notices })
      const onRemoved: Parameters<typeof createRecipientsModule>[0]['onRemoved'] = (tx, userId, id) =>
        endRemindersTo({ audit }, tx, userId, id)
      const limits = { perAccountDay: 1_000, totalPerDay: 10_000 }
      return [createRecipientsModule({ db, rails, limits, onRemoved }), made.reminders, made.rateAlerts]
    },
  })
  const { owner } = world.database
  const run = (module: RemindersModule | RateAlertsModule | undefined) => async () => {
    for (const cron of module?.crons ?? []) await cron.run()
  }
  return {
    ...world,
    mails,
    /** Makes the notices of the next transactions fail after they were written, like a crash before the commit. */
    fault,
    sendDue: run(made.reminders),
    checkAlerts: run(made.rateAlerts),
    /** Creates a customer with a confirmed address that no other test uses. */
    async person(): Promise<{ sender: Sender; email: string }> {
      const sender = await world.sender()
      const email = `person-${randomUUID()}@example.com`
      await sql`insert into profiles (user_id, name, email, email_verified_at)
        values (${sender.userId}, 'Fatu Kamara', ${email}, now())`.execute(owner)
      return { sender, email }
    },
    /** Saves a recipient in Ghana, and returns the id. */
    async saveRecipient(sender: Sender, phone = recipient()): Promise<string> {
      const body = {
        name: 'Ama Mensah',
        nickname: '',
        favourite: false,
        country: 'GH',
        phone,
        network: 'mtn',
      }
      const answer = await sender.call<{ recipient: { id: string } }>('POST', '/user/recipients', body)
      return answer.body.recipient.id
    },
    /** Returns a user's notices of one kind, oldest first. */
    noticesOf: (sender: Sender, kind: string) =>
      owner
        .selectFrom('user_notices')
        .select(['title', 'body', 'path', 'key'])
        .where('user_id', '=', sender.userId)
        .where('kind', '=', kind)
        .orderBy('id')
        .execute(),
    /** Returns the kinds and details of a user's events, oldest first. */
    async eventsOf(sender: Sender): Promise<string[]> {
      const rows = await owner
        .selectFrom('security_events')
        .select('kind')
        .where('user_id', '=', sender.userId)
        .orderBy('id')
        .execute()
      return rows.map(({ kind }) => kind)
    },
  }
}

export type ReminderWorld = Awaited<ReturnType<typeof startReminderWorld>>
