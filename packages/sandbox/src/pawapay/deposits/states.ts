import type { FastifyInstance } from 'fastify'
import { text } from '../../core/rows.ts'
import type { World } from '../../core/world.ts'
import { findCarrier } from '../providers.ts'

const STATES = ['OPERATIONAL', 'DELAYED', 'CLOSED'] as const
type State = (typeof STATES)[number]

/** Whether each network takes deposits; a new deposit is rejected unless it is OPERATIONAL, and never queued. */
export interface DepositStates {
  of(provider: string): State
}

/** Opens the states, and registers `PUT /sandbox/pawapay/deposits/{provider}`, which stands in for an outage. */
export function registerDepositStates(app: FastifyInstance, { db }: World): DepositStates {
  db.exec(
    'create table if not exists pawapay_deposit_states (provider text primary key, status text not null)',
  )
  const read = db.prepare('select status from pawapay_deposit_states where provider = ?')
  const keep = db.prepare('insert or replace into pawapay_deposit_states (provider, status) values (?, ?)')
  const body = {
    type: 'object',
    required: ['status'],
    additionalProperties: false,
    properties: { status: { enum: STATES } },
  }
  app.put<{ Params: { provider: string }; Body: { status: State } }>(
    '/sandbox/pawapay/deposits/:provider',
    { schema: { body } },
    async ({ params: { provider }, body: { status } }, reply) => {
      if (findCarrier(provider) === null)
        return reply.code(404).send({ error: `pawaPay has no provider ${provider}` })
      keep.run(provider, status)
      return { provider, status }
    },
  )
  return {
    of(provider) {
      const row = read.get(provider)
      return row === undefined ? 'OPERATIONAL' : (text(row, 'status') as State)
    },
  }
}
