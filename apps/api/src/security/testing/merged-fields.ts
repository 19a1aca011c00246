import { randomUUID } from 'node:crypto'
import type { Client } from './client.ts'
import { columnNames } from './rows.ts'
import type { ProductWorld } from './product.ts'
import type { Tour } from './tour.ts'

/** Fields that a careless merge of objects would accept. */
const TEMPTING = ['constructor', 'isAdmin', 'admin', 'role', 'roles', 'verified', 'balance']

/**
 * Sends every call that takes a body with one extra field: each column of the database in turn. Returns the bodies that
 * were not refused correctly, and the number of bodies sent.
 */
export async function mergeFields({
  world,
  tour,
  client,
}: {
  readonly world: ProductWorld
  readonly tour: Tour
  readonly client: Client
}): Promise<{ wrong: string[]; sent: number }> {
  const columns = await columnNames(world.database.owner)
  const wrong: string[] = []
  let sent = 0
  for (const operation of tour.operations.filter(({ body }) => body !== undefined)) {
    const own = operation.body?.properties ?? {}
    const valid = tour.takenBody(operation.id)
    const names = [...columns, ...TEMPTING]
    for (const name of names.filter((each) => !Object.hasOwn(own, each))) {
      const response = await world.app.inject({
        method: operation.method,
        // A path may name a missing thing: the body's fields are checked before the lookup.
        url: operation.path.replace(/\{\w+\}/g, () => randomUUID()),
        headers: { authorization: `Bearer ${client.bearer}` },
        payload: { ...valid, [name]: 'x' },
      })
      sent++
      const { error } = response.json<{ error?: { code: string; field?: string } }>()
      if (response.statusCode !== 400 || error?.code !== 'unknown_field' || error.field !== name)
        wrong.push(`${operation.id} with ${name}: ${response.statusCode} ${response.body.slice(0, 120)}`)
    }
  }
  return { wrong, sent }
}
