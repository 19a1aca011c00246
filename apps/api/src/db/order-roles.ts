import { officeCalls, PERMISSIONS } from '@sesa/contract/office'
import type { Client } from 'pg'

/**
 * Writes the contract's roles that may request and approve each order of two people: the database checks both again.
 * `client`: the schema's owner, the only user who may write them.
 */
export async function writeOrderRoles(client: Client): Promise<void> {
  const orders = Object.values(officeCalls).flatMap((call) => {
    if (!('asks' in call)) return []
    const { roles, approvers = [] } = PERMISSIONS[call.permission]
    return [{ action: call.asks, permission: call.permission, ask: roles, decide: approvers }]
  })
  await client.query(
    `with given as (
      select * from jsonb_to_recordset($1) as given (action text, permission text, ask text[], decide text[])
    ), gone as (
      delete from order_roles where action not in (select action from given)
    )
    insert into order_roles select action, permission, ask, decide from given
    on conflict (action) do update set permission = excluded.permission, ask = excluded.ask, decide = excluded.decide`,
    [JSON.stringify(orders)],
  )
}
