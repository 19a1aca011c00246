import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { runStaffCommand } from './testing/staff-command.ts'

const BY = ['--by', 'Ama Boateng', '--reason', 'Compared the images at the provider']
const TWO = [...BY, '--approved-by', 'Kofi Mensah']

let world: EngineWorld
let check: { id: string; user_id: string }
beforeAll(async () => {
  world = await startEngineWorld({ worker: false, webhooks: false })
  const { rows } = await sql<typeof check>`
    with person as (insert into users default values returning id)
    insert into identity_checks (user_id, provider, country, state, reason, name, dob, person_key)
    select id, 'smile-id', 'LR', 'needs_review', 'unknown', 'Fatu Kamara', '1990-04-02', '\\x01' from person
    returning id, user_id`.execute(world.database.owner)
  if (rows[0] === undefined) throw new Error('Nothing was stored')
  check = rows[0]
})
afterAll(() => world.close())

const sesa = (...args: string[]) => runStaffCommand(world, 'identity', ...args)

test('staff see a check, and two of them decide it', async () => {
  const list = await sesa('list')
  expect(list).toMatchObject({ code: 1, error: '' })
  expect(list.out).toContain(`${check.id}  needs_review  unknown`)
  expect((await sesa('review', check.id, '--verify', ...BY)).error).toContain('--approved-by NAME')
  expect((await sesa('review', check.id, ...TWO)).error).toContain('either --verify or --refuse')
  expect((await sesa('review', 'x', '--verify', ...TWO)).error).toContain('x is not the id of a check.')
  expect(await sesa('review', check.id, '--verify', ...TWO)).toMatchObject({
    code: 0,
    out: `${check.id}: verified\n`,
  })
  const shown = await sesa('show', check.user_id)
  expect(shown.out).toContain('tier 2')
  expect(shown.out).toContain('Fatu Kamara, born 1990-04-02')
  expect(await sesa('list')).toMatchObject({ code: 0, out: '0 checks wait\n' })
})

test('two of staff set a tier until a day', async () => {
  const set = (...rest: string[]) => sesa('tier', check.user_id, ...rest, ...TWO)
  expect((await set('4')).error).toContain('1, 2 or 3')
  expect((await set('3', '--until', 'soon')).error).toContain('--until takes a day')
  expect((await set('3', '--until', '2031-12-31')).out).toBe(`${check.user_id}: tier 3 until 2031-12-31\n`)
  expect((await sesa('show', check.user_id)).out).toContain('tier 3')
})
