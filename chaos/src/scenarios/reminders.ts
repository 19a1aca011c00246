import { calls } from '@sesa/contract'
import { createHash, randomUUID } from 'node:crypto'
import type { Person } from '../world/person.ts'
import type { World } from '../world/world.ts'
import type { Scenario } from './stage.ts'

const HOUR_MS = 3_600_000
const LOOK_MS = 50

/** Returns a zone where it is midday, and its day: reminders are sent at nine, and alerts not at night. */
function awakeZone(): { zone: string; day: string } {
  for (let ahead = -12; ahead <= 14; ahead++) {
    const at = new Date(Date.now() + ahead * HOUR_MS)
    const hour = at.getUTCHours()
    const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    if (hour >= 11 && hour < 15) return { zone, day: at.toISOString().slice(0, 10) }
  }
  throw new Error('No zone has midday')
}

/** Waits until the worker has done a job, or has died. */
async function untilDone(world: World, task: string): Promise<void> {
  const left = 'select 1 from graphile_worker.jobs where task_identifier = $1 and attempts < max_attempts'
  while (world.worker.isAlive && (await world.database.sql(left, [task])).length > 0) {
    await world.database.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

async function saveRecipient(person: Person): Promise<string> {
  const phone = '+233241001234'
  const body = {
    country: 'GH',
    network: 'mtn',
    name: 'Ama Mensah',
    favourite: false,
    nickname: '',
    phone,
  } as const
  await person.call(calls.addRecipient, { body })
  const { recipients } = await person.ask(calls.listRecipients)
  return recipients.find((each) => each.phone === phone)?.id ?? ''
}

/** Reminders and rate alerts, from the customer's request to the worker's notice. */
export const reminders: readonly Scenario[] = [
  {
    name: 'a reminder comes, is changed, paused and resumed, and ends',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      const recipientId = await saveRecipient(person)
      const { zone, day } = awakeZone()
      const body = {
        recipientId,
        amount: 5_000,
        side: 'send',
        frequency: 'weekly',
        firstDay: day,
        zone,
      } as const
      await armed()
      const { id } = (await person.ask(calls.createReminder, { body })).reminder
      await untilDone(world, 'reminders_due')
      await person.ask(calls.updateReminder, { params: { id }, body: { ...body, amount: 6_000 } })
      await person.ask(calls.pauseReminder, { params: { id } })
      await person.ask(calls.resumeReminder, { params: { id } })
      await person.call(calls.endReminder, { params: { id } })
    },
  },
  {
    name: 'a rate alert comes, is deleted, and another is switched off by its link',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      const { zone } = awakeZone()
      const token = randomUUID()
      await armed()
      await person.call(calls.createRateAlert, { body: { from: 'LR', to: 'GH', kind: 'daily', zone } })
      await person.call(calls.createRateAlert, { body: { from: 'LR', to: 'SL', kind: 'daily', zone } })
      await untilDone(world, 'rate_alerts_check')
      const { alerts } = await person.ask(calls.listRateAlerts)
      const idOf = (country: string) => alerts.find(({ to }) => to === country)?.id ?? ''
      await person.call(calls.deleteRateAlert, { params: { id: idOf('GH') } })
      // The emails' own tokens are stored nowhere.
      await world.database.sql('insert into rate_alert_links (token_hash, alert_id) values ($1, $2)', [
        createHash('sha256').update(token).digest(),
        idOf('SL'),
      ])
      await person.call(calls.endRateAlertByLink, { params: { token }, body: {} })
    },
  },
]
