import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import type { EngineWorld } from '../../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../../testing/sender.ts'

/** A customer in Liberia, and their transfer to Ghana, to be paid by mobile money. */
export interface Payer {
  readonly sender: Sender
  readonly opened: Opened
}

let numbers = randomInt(1_000_000)

/** Opens a transfer of LRD 2,000 from a customer with a confirmed number. */
export async function openByWallet(world: EngineWorld): Promise<Payer> {
  const sender = await world.sender('LR')
  await sql`insert into phone_identities (user_id, phone_number, country)
    values (${sender.userId}, ${`+23188${1_000_000 + numbers++}`}, 'LR')`.execute(world.database.owner)
  const { body } = await sender.call<{ value: number }>('GET', '/currency/rates/LRD/GHS/2000')
  const { status, body: opened } = await sender.create({
    ...{ amount: 200_000, currency: 'LRD', country: 'GH', name: 'Ama Mensah', phone: recipient() },
    ...{ method: 'momo', network: 'mtn', receiveCurrency: 'GHS' },
    receiveAmount: Math.round(body.value * 100),
    ...{ payWith: 'momo', payer: { network: 'mtn' } },
  })
  expect(opened).toHaveProperty('id')
  expect(status).toBe(200)
  return { sender, opened }
}

/** Asks the payer's network for the money. */
export async function askPayer({ sender, opened }: Payer): Promise<void> {
  expect((await sender.call('POST', '/pay', { id: opened.id })).status).toBe(202)
}

/** Opens a transfer, asks for the money, and asks to cancel, so that an approval is given back. */
export async function openCancelled(world: EngineWorld): Promise<Payer> {
  const payer = await openByWallet(world)
  await askPayer(payer)
  await payer.sender.call('POST', `/user/transactions/${payer.opened.id}/cancel`)
  return payer
}
