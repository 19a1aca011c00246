import type { Permission, Role } from '@sesa/contract/office'
import { sql, type RawBuilder } from 'kysely'
import type { ScreeningList } from '../domains/compliance/index.ts'
import type { ListAnswer } from '../domains/compliance/screening/ports.ts'
import type { OfficeWorld } from './office-world.ts'
import { insertPolicy } from './policies.ts'

/** Subjects of a decision, by name. */
export type Begun = Readonly<Record<string, string>>
export interface Asker {
  readonly id: string
  readonly name: string
  readonly roles: readonly Role[]
}
interface Answer {
  readonly status: number
  readonly code: unknown
}
/** A decision of two people: the first has asked, and the second decides after one of the changes. */
export interface Kind {
  readonly permission: Permission
  begin(asker: Asker): Promise<Begun>
  readonly changes: Readonly<Record<string, (begun: Begun) => Promise<unknown>>>
  decide(begun: Begun): Promise<Answer>
  isDecided(begun: Begun): Promise<boolean>
  end?(begun: Begun): Promise<unknown>
}

/** A list with entries that a test assigns to names. */
export class TypedList implements ScreeningList {
  readonly dataset = 'default'
  readonly algorithm = 'typed'
  readonly threshold = 0.7
  #version = 1
  #entries: readonly { readonly name: string; readonly id: string; readonly birthDate: string }[] = []

  put(name: string, id: string, birthDate = '1961'): void {
    this.#entries = [...this.#entries.filter((one) => one.id !== id), { name, id, birthDate }]
    this.#version++
  }
  remove(id: string): void {
    this.#entries = this.#entries.filter((one) => one.id !== id)
    this.#version++
  }
  #answer = <T>(value: T): Promise<ListAnswer<T>> => Promise.resolve({ ok: true, value })

  match(queries: readonly { readonly name: string }[]) {
    return this.#answer(
      queries.map(({ name }) =>
        this.#entries
          .filter((entry) => entry.name === name)
          .map(({ id, birthDate }) => ({
            ...{ id, caption: name, topics: ['sanction'], birthDates: [birthDate], score: 1, isMatch: true },
            ...{ explanations: {}, details: null, fingerprint: `${id} ${birthDate}` },
          })),
      ),
    )
  }
  readVersion() {
    const version = `2026-${String(this.#version).padStart(6, '0')}`
    return this.#answer({ version, etag: null, updatedAt: null, isStale: false })
  }
  readFingerprint = () => this.#answer(null)
}

export const WHY = 'Compared with care'

/** Creates the records that tests of two people need in their world's database. The world may start later. */
export function createParts(world: () => OfficeWorld) {
  const owner = () => world().database.owner
  const run = (statement: RawBuilder<unknown>) => statement.execute(owner())
  let count = 0
  const lettersOf = (number: number): string =>
    [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
  const fresh = (word: string): string => `${word} ${(count += 1)}`

  async function joined(roles: readonly Role[]): Promise<Asker> {
    const name = fresh('Asker')
    const { rows } = await sql<{ id: string }>`
    insert into staff_members (name, email, roles, activated_at)
    values (${name}, ${`asker${count}@sesa.example`}, ${roles}, now() - interval '2 days') returning id`.execute(
      owner(),
    )
    return { id: rows[0]?.id ?? '', name, roles }
  }

  async function customer(): Promise<{ readonly user: string; readonly name: string }> {
    const name = fresh('Hawa Kollie')
    const { rows } = await sql<{ id: string }>`
    with person as (insert into users default values returning id),
      phone as (insert into phone_identities (user_id, phone_number, country)
        select id, ${`+23177${String(1_000_000 + count)}`}, 'LR' from person),
      subject as (insert into screening_subjects (kind, user_id, name, birth_date, active_until)
        select 'customer', id, ${name}, '1990-04-02', 'infinity' from person)
    insert into profiles (user_id, name, dob) select id, ${name}, '1990-04-02' from person returning user_id as id`.execute(
      owner(),
    )
    return { user: rows[0]?.id ?? '', name }
  }
  /** Stores a policy as the schema's owner, who needs no second person. */
  const setPolicy = (kind: string, key: string, body: object) => insertPolicy(owner(), kind, key, body)
  const rename = ({ user = '' }: Begun) =>
    run(sql`update profiles set name = 'Another Name' where user_id = ${user}`)
  const raise = ({ user = '' }: Begun) =>
    run(sql`insert into customer_tiers (user_id, tier) values (${user}, 2)`)
  const closeUser = ({ user = '' }: Begun) => run(sql`update users set closed_at = now() where id = ${user}`)
  const lock = ({ user = '' }: Begun) => run(sql`update users set locked_at = now() where id = ${user}`)
  return { owner, run, fresh, lettersOf, joined, customer, setPolicy, rename, raise, closeUser, lock }
}

export type Parts = ReturnType<typeof createParts>
