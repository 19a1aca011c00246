import { officeCalls, PERMISSIONS } from '@sesa/contract/office'
import { sql, type RawBuilder } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db, Tx } from '../../../db/index.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'

let world: OfficeWorld
let [maker, checker, other]: TestMember[] = []
beforeAll(async () => {
  world = await startOfficeWorld()
  maker = await world.member('Fay Finance', 'finance')
  checker = await world.member('Cid Compliance', 'compliance')
  other = await world.member('Abu Support', 'support')
})
afterAll(() => world.close())

const idOf = (member: TestMember | undefined): string => member?.id ?? ''
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const PAYLOAD = '{"amount":"12345"}'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const LATER = sql`now() + interval '1 hour'`

/** Inserts a request; `more` and `values` add columns that a process must not fill. */
const requestBy = (
  by: string,
  more: RawBuilder<unknown> = sql``,
  values: RawBuilder<unknown> = sql``,
) => sql<{
  id: string
}>`insert into approvals (action, permission, entity, entity_version, payload, payload_hash, reason, maker, expires_at ${more})
  values ('set_release_threshold', 'limits.change', 'release threshold', '1', ${PAYLOAD}, ${sha256(PAYLOAD)}, 'Forged',
    ${by}, ${LATER} ${values}) returning id`

/** Inserts a pending request, which the tests leave unchanged. */
async function pending(): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select id from approvals where state = 'pending' limit 1`.execute(world.database.owner)
  return rows[0]?.id ?? (await requestBy(idOf(maker)).execute(world.database.office)).rows[0]?.id ?? ''
}

interface ProofOptions {
  readonly by?: TestMember | undefined
  readonly call?: string
  readonly about?: string
  readonly payload?: string
}
/** Writes an answered proof as the schema's owner, who can write anything. */
async function proofOf({
  by = checker,
  call = 'approve',
  about,
  payload = PAYLOAD,
}: ProofOptions = {}): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into staff_proofs (member_id, call, request_hash, approval_id, payload_hash, credential_id, public_key,
      client_data, authenticator_data, signature, answered_at)
    values (${idOf(by)}, ${call}, ${sha256('')}, ${about ?? (await pending())}, ${sha256(payload)},
      'c', 'k', 'd', 'a', 's', now()) returning id`.execute(world.database.owner)
  return rows[0]?.id ?? ''
}

const decide = (id: string, person: TestMember | undefined, proof: string | null, state = 'approved') =>
  sql`select decide_approval(${id}, ${idOf(person)}, ${state}, 'Forged', ${proof})`

const age = (id: string, column: string) =>
  sql`update staff_proofs set ${sql.ref(column)} = now() where id = ${id}`.execute(world.database.owner)

type Forgery = (tx: Tx) => Promise<unknown>
/** Each attempt fails, or does nothing. */
const FORGERIES: Readonly<Record<string, Forgery>> = {
  'a finished request': (tx) =>
    requestBy(
      idOf(maker),
      sql`, state, checker, decided_at`,
      sql`, 'approved', ${idOf(checker)}, now()`,
    ).execute(tx),
  'a rejected request': (tx) =>
    requestBy(
      idOf(maker),
      sql`, state, checker, decided_at`,
      sql`, 'rejected', ${idOf(checker)}, now()`,
    ).execute(tx),
  'a request that names its second person': (tx) =>
    requestBy(idOf(maker), sql`, checker`, sql`, ${idOf(checker)}`).execute(tx),
  'a request of a member without the permission': (tx) => requestBy(idOf(other)).execute(tx),
  'a request of a member who does not exist': (tx) => requestBy(NOBODY).execute(tx),
  'a request under another permission': (tx) =>
    sql`insert into approvals (action, permission, entity, entity_version, payload, payload_hash, reason, maker, expires_at)
      values ('erase_account', 'prices.change', 'x', '1', '{}', ${sha256('{}')}, 'Forged', ${idOf(maker)}, ${LATER})`.execute(
      tx,
    ),
  'an approval by an update': async (tx) =>
    sql`update approvals set state = 'approved', checker = ${idOf(checker)}, decided_at = now()
      where id = ${await pending()}`.execute(tx),
  'a state alone': async (tx) =>
    sql`update approvals set state = 'approved' where id = ${await pending()}`.execute(tx),
  'an early expiry': async (tx) =>
    sql`update approvals set state = 'expired' where id = ${await pending()}`.execute(tx),
  'another payload': async (tx) =>
    sql`update approvals set payload = '{}', payload_hash = ${sha256('{}')} where id = ${await pending()}`.execute(
      tx,
    ),
  'a deletion': async (tx) => sql`delete from approvals where id = ${await pending()}`.execute(tx),
  'another role that asks': (tx) =>
    sql`update order_roles set ask = '{support}' where action = 'set_prices'`.execute(tx),
  'another role that decides': (tx) =>
    sql`update order_roles set decide = '{support}' where action = 'set_prices'`.execute(tx),
  'an order of one’s own': (tx) =>
    sql`insert into order_roles values ('set_prices_alone', 'prices.read', '{support}', '{support}')`.execute(
      tx,
    ),
  'an order that nobody knows': (tx) =>
    sql`insert into approvals (action, permission, entity, entity_version, payload, payload_hash, reason, maker, expires_at)
      values ('set_wishes', 'limits.change', 'x', '1', '{}', ${sha256('{}')}, 'Forged', ${idOf(maker)}, ${LATER})`.execute(
      tx,
    ),
  'a decision without a proof': async (tx) => decide(await pending(), checker, null).execute(tx),
  'a decision with a proof that does not exist': async (tx) =>
    decide(await pending(), checker, NOBODY).execute(tx),
  'a decision with an expired proof': async (tx) => {
    const proof = await proofOf()
    await age(proof, 'expires_at')
    await decide(await pending(), checker, proof).execute(tx)
  },
  'a decision with a used proof': async (tx) => {
    const proof = await proofOf()
    await age(proof, 'spent_at')
    await decide(await pending(), checker, proof).execute(tx)
  },
  'a decision with a proof for another request': async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into approvals (action, permission, entity, entity_version, payload, payload_hash, reason, maker, expires_at)
      select action, permission, gen_random_uuid()::text, entity_version, payload, payload_hash, reason, maker, expires_at
      from approvals where id = ${await pending()} returning id`.execute(world.database.owner)
    const proof = await proofOf({ about: rows[0]?.id ?? '' })
    await decide(await pending(), checker, proof).execute(tx)
  },
  'a decision with a proof for another payload': async (tx) =>
    decide(await pending(), checker, await proofOf({ payload: '{}' })).execute(tx),
  'a decision with a proof for a rejection': async (tx) =>
    decide(await pending(), checker, await proofOf({ call: 'reject' })).execute(tx),
  'a rejection with a proof for an approval': async (tx) =>
    decide(await pending(), checker, await proofOf(), 'rejected').execute(tx),
  'a decision with a proof of another member': async (tx) =>
    decide(await pending(), checker, await proofOf({ by: other })).execute(tx),
  'one’s own approval': async (tx) =>
    decide(await pending(), maker, await proofOf({ by: maker })).execute(tx),
  'an approval without the role': async (tx) =>
    decide(await pending(), other, await proofOf({ by: other })).execute(tx),
  'an approval as done': async (tx) => decide(await pending(), checker, await proofOf(), 'done').execute(tx),
  'another member’s withdrawal': async (tx) =>
    decide(await pending(), checker, null, 'withdrawn').execute(tx),
  'a proof that is answered': async (tx) =>
    sql`insert into staff_proofs (member_id, call, request_hash, credential_id, public_key, client_data, authenticator_data,
      signature, answered_at) values (${idOf(checker)}, 'removeOwnPasskey', ${sha256('')}, 'c', 'k', 'd', 'a', 's', now())`.execute(
      tx,
    ),
  'a proof with a chosen nonce': async (tx) =>
    sql`insert into staff_proofs (member_id, call, request_hash, nonce)
      values (${idOf(checker)}, 'approve', ${sha256('')}, ${sha256('')})`.execute(tx),
  'a proof that waits longer': async (tx) =>
    sql`update staff_proofs set expires_at = now() + interval '1 day' where id = ${await proofOf()}`.execute(
      tx,
    ),
  'a proof that is fresh again': async (tx) =>
    sql`update staff_proofs set spent_at = null where id = ${await proofOf()}`.execute(tx),
  'a proof that disappears': async (tx) =>
    sql`delete from staff_proofs where id = ${await proofOf()}`.execute(tx),
  'a proof spent directly': async (tx) =>
    sql`select spend_staff_proof(${await proofOf()}, ${idOf(checker)}, 'approve')`.execute(tx),
  'roles by an update': (tx) =>
    sql`update staff_members set roles = '{administrator}' where id = ${idOf(maker)}`.execute(tx),
  'an earlier day of joining': (tx) =>
    sql`update staff_members set activated_at = now() - interval '1 year' where id = ${idOf(maker)}`.execute(
      tx,
    ),
  'a new member': (tx) =>
    sql`insert into staff_members (name, email, roles) values ('Pat Puppet', 'pat@evil.example', '{finance}')`.execute(
      tx,
    ),
  'a member’s address': (tx) =>
    sql`update staff_members set email = 'pat@evil.example' where id = ${idOf(maker)}`.execute(tx),
  'an invitation': (tx) =>
    sql`insert into staff_invitations (member_id, token_hash, expires_at)
      values (${idOf(maker)}, ${sha256('token')}, ${LATER})`.execute(tx),
  'a passkey': (tx) =>
    sql`insert into staff_passkeys (member_id, credential_id, public_key, name)
      values (${idOf(maker)}, 'forged', 'key', 'Mine')`.execute(tx),
  'another key of a passkey': (tx) =>
    sql`update staff_passkeys set public_key = 'key' where member_id = ${idOf(maker)}`.execute(tx),
  'a passkey of another member': (tx) =>
    sql`update staff_passkeys set member_id = ${idOf(checker)} where member_id = ${idOf(maker)}`.execute(tx),
  'a passkey’s end': (tx) => sql`delete from staff_passkeys where member_id = ${idOf(maker)}`.execute(tx),
  'a session without an end': (tx) =>
    sql`update staff_sessions set ends_at = now() + interval '1 year'`.execute(tx),
}

/** Functions that return a refusal instead of failing: null or false. */
const REFUSING: Readonly<Record<string, () => Promise<RawBuilder<{ made: unknown }>>>> = {
  'a passkey with a wrong link': async () =>
    sql`select join_staff('wrong', 'forged', 'key', 0, '{}', 'Mine') as made`,
  'a passkey without a proof': async () =>
    sql`select add_staff_passkey(${idOf(maker)}, 'forged', 'key', 0, '{}', 'Mine') as made`,
  'a passkey with a proof for something else': async () => {
    await proofOf({ by: maker, call: 'approve' })
    return sql`select add_staff_passkey(${idOf(maker)}, 'forged', 'key', 0, '{}', 'Mine') as made`
  },
  'a removal without a proof': async () =>
    sql`select remove_staff_passkey(${idOf(maker)}, (select id from staff_passkeys where member_id = ${idOf(maker)}),
      ${NOBODY}) as made`,
  'an answer to another challenge': async () => {
    const { rows } = await sql<{ id: string; credential: string }>`
      with asked as (insert into staff_proofs (member_id, call, request_hash)
        values (${idOf(maker)}, 'startOwnPasskey', ${sha256('')}) returning id)
      select id, (select credential_id from staff_passkeys where member_id = ${idOf(maker)} limit 1) as credential
      from asked`.execute(world.database.owner)
    const said = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: 'AAAA' }))
    const device = Buffer.concat([Buffer.alloc(32), Buffer.from([5, 0, 0, 0, 1])])
    return sql`select answer_staff_proof(${rows[0]?.id}, ${rows[0]?.credential}, ${said}, ${device}, 's') as made`
  },
}

class RolledBack extends Error {}
/** Runs an attempt in a transaction that is rolled back, and returns PostgreSQL's error or the result. */
async function attempt(db: Db, work: Forgery): Promise<{ error?: string; returned?: unknown }> {
  let returned: unknown
  try {
    await db.transaction().execute(async (tx) => {
      returned = await work(tx)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) return { error: (error as Error).message }
  }
  return { returned }
}

let tried = 0
describe.each(['db', 'worker', 'office'] as const)('the role of %s', (role) => {
  it.each(Object.entries(FORGERIES))('cannot write %s', async (_name, work) => {
    tried += 1
    const { error } = await attempt(world.database[role], work)
    expect(error).toMatch(
      /permission denied|may not|cannot be decided|no fresh proof|no approved request|stays so|never change|is not this member's|check constraint/,
    )
  })

  it.each(Object.entries(REFUSING))('cannot make %s', async (_name, call) => {
    tried += 1
    const statement = await call()
    const { error, returned } = await attempt(world.database[role], (tx) => statement.execute(tx))
    if (role !== 'office') expect(error).toMatch('permission denied')
    else expect((returned as { rows: { made: unknown }[] }).rows[0]?.made ?? false).toBe(false)
  })
})

it('left nothing behind', async () => {
  const { rows } = await sql<object>`select
    (select count(*)::int from approvals where state <> 'pending') as decided,
    (select count(*)::int from staff_passkeys where name = 'Mine') as passkeys,
    (select count(*)::int from staff_members where email like '%evil%') as puppets,
    (select roles from staff_members where id = ${idOf(maker)}) as roles`.execute(world.database.owner)
  expect(rows).toEqual([{ decided: 0, passkeys: 0, puppets: 0, roles: ['finance'] }])
  expect(tried).toBe(3 * (Object.keys(FORGERIES).length + Object.keys(REFUSING).length))
})

it('decides with a fresh proof by another member, once', async () => {
  const id = await pending()
  const proof = await proofOf()
  await decide(id, checker, proof).execute(world.database.office)
  const { rows } = await sql<object>`
    select a.state, a.checker, p.spent_at is not null as spent from approvals a, staff_proofs p
    where a.id = ${id} and p.id = ${proof}`.execute(world.database.owner)
  expect(rows).toEqual([{ state: 'approved', checker: idOf(checker), spent: true }])
  await expect(decide(id, checker, proof).execute(world.database.office)).rejects.toThrow('cannot be decided')
})

it('has the same permissions as the contract', async () => {
  const { rows } =
    await sql<object>`select action, permission, ask, decide from order_roles order by action`.execute(
      world.database.owner,
    )
  const calls = Object.values(officeCalls).flatMap((call) => ('asks' in call ? [call] : []))
  expect(rows).toEqual(
    calls
      .map(({ asks: action, permission }) => {
        const { roles: ask, approvers: decide } = PERMISSIONS[permission]
        return { action, permission, ask, decide }
      })
      .toSorted((a, b) => (a.action < b.action ? -1 : 1)),
  )
  expect(rows.length).toBeGreaterThan(20)
})
