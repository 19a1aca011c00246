import { calls } from '@sesa/contract'
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../world/person.ts'
import type { Scenario } from './stage.ts'

/** Asks support a question. Returns the id of the conversation. */
async function askSupport(person: Person): Promise<string> {
  const id = randomUUID()
  const body = { id, topic: 'other', message: 'How long does a transfer take?' } as const
  await person.call(calls.openEnquiry, { body })
  return id
}

/** Consents, conversations with support, notices, push notifications and tracking links. */
export const contact: readonly Scenario[] = [
  {
    name: 'a customer agrees to the terms again, and asks support twice',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      // A new customer has agreed while completing the profile.
      const { consents } = await person.ask(calls.getConsents)
      const agreements = (['privacy', 'terms'] as const).map((document) => {
        const version = consents.find((one) => one.document === document)?.version ?? ''
        return { document, version, given: true }
      })
      await armed()
      await person.ask(calls.putConsents, { body: { agreements, screen: 'agreements' } })
      const id = await askSupport(person)
      const body = { messageId: randomUUID(), message: 'To Ghana, I mean.' }
      await person.call(calls.addEnquiryMessage, { params: { id }, body })
    },
  },
  {
    name: 'a customer shares a transfer and wants notifications, whose browser is then reset',
    movers: ['worker'],
    async play({ world, newPerson, armed, drive }) {
      const person = await newPerson()
      const { id, endpoint } = await world.providers.subscribe()
      const key = createECDH('prime256v1').generateKeys('base64url')
      const body = { endpoint, keys: { p256dh: key, auth: randomBytes(16).toString('base64url') } }
      await armed()
      await person.call(calls.declinePush)
      await person.call(calls.subscribePush, { body })
      await person.call(calls.keepPush, { body })
      await world.providers.endSubscription(id)
      await person.open()
      await person.pay()
      await drive(person)
      const { intent } = person
      if (intent) await person.call(calls.createTrackingLink, { params: { payment_id: intent.id } })
      // The push service answers that the subscription has ended, and the worker drops it.
      const kept = 'select 1 from push_subscriptions where endpoint = $1'
      while ((await world.database.sql(kept, [endpoint])).length > 0) {
        if (!world.worker.isAlive) return
        await sleep(50)
      }
    },
  },
]
