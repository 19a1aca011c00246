import { afterAll, beforeAll, expect, it } from 'vitest'
import { SENDER, startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ fundingVersion: '2026-05-27.preview' })
})
afterAll(() => world.close())

it('names the sender and the recipient in the card payment where the card provider asks for them', async () => {
  const sender = await world.sender()
  world.known.add(sender.userId)
  const opened = await sender.open({ name: 'Ama Mensah', phone: '+233241112233' })
  const answer = await fetch(`${world.sandboxUrl}/v1/payment_intents/${opened.id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  expect(await answer.json()).toMatchObject({
    payment_details: {
      money_services: {
        account_funding: {
          sender_details: { surname: 'Kollie', phone: SENDER.phone, address: { city: 'Atlanta' } },
        },
        beneficiary_details: { surname: 'Mensah', phone: '+233241112233' },
      },
    },
  })
  await world.pay(opened)
  await world.reaches(opened, 'sent')
})
