import type { PayAttempt, PayDetail, TransferDetail } from '@sesa/contract'
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import type { EngineWorld } from '../../../../testing/engine-world.ts'
import type { Answer, Opened, Sender } from '../../../../testing/sender.ts'

type Attempted = { readonly attempt: PayAttempt }

let numbers = randomInt(1_000)
/** Returns a different Liberian number each time, whose wallet the sandbox registers to Ama Mensah. */
export const newNumber = (): string => `+23188000${6_000 + numbers++}`

/** A customer in Liberia with two confirmed numbers, who opens a payment by mobile money. */
export class Payer {
  readonly world: EngineWorld
  readonly sender: Sender
  /** The sign-in number, and the other one. */
  readonly phone: string
  readonly other: string
  opened: Opened = { id: '' } as Opened

  private constructor(world: EngineWorld, sender: Sender, phone: string, other: string) {
    this.world = world
    this.sender = sender
    this.phone = phone
    this.other = other
  }

  static async in(world: EngineWorld): Promise<Payer> {
    const payer = new Payer(world, await world.sender('LR'), newNumber(), newNumber())
    const { owner } = world.database
    const { userId } = payer.sender
    await sql`insert into phone_identities (user_id, phone_number, country)
      values (${userId}, ${payer.phone}, 'LR')`.execute(owner)
    await sql`insert into profiles (user_id, name, email, dob)
      values (${userId}, 'Ama Mensah', ${`${payer.phone.slice(1)}@example.com`}, '1990-04-02')
      on conflict (user_id) do update set name = excluded.name`.execute(owner)
    await sql`insert into payer_numbers (user_id, phone_number) values (${userId}, ${payer.other})`.execute(
      owner,
    )
    return payer
  }

  /** Opens a payment; `key` is its idempotency key. */
  async create(payer: object = {}, key?: string): Promise<Answer<Opened>> {
    const { body } = await this.sender.call<{ value: number }>('GET', '/currency/rates/LRD/GHS/2000')
    return this.sender.create(
      {
        ...{ amount: 200_000, currency: 'LRD', country: 'GH', name: 'Ama Mensah', phone: '+233241110000' },
        ...{ method: 'momo', network: 'mtn', receiveCurrency: 'GHS' },
        receiveAmount: Math.round(body.value * 100),
        ...{ payWith: 'momo', payer: { network: 'mtn', ...payer } },
      },
      key,
    )
  }

  async open(payer: object = {}): Promise<this> {
    const { status, body } = await this.create(payer)
    expect(status).toBe(200)
    this.opened = body
    return this
  }

  pay(more: object = {}): Promise<Answer<Attempted>> {
    return this.sender.call<Attempted>('POST', '/pay', { id: this.opened.id, ...more })
  }

  view(): Promise<TransferDetail> {
    return this.sender.transfer(this.opened.id)
  }

  nameRefund(
    phone: string,
    network = 'mtn',
    from: Sender = this.sender,
  ): Promise<Answer<{ pay: PayDetail }>> {
    const path = `/user/transactions/${this.opened.id}/refund-number`
    return from.call('PUT', path, { network, phone })
  }
}
