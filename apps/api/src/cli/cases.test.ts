import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../db/index.ts'
import { openCase } from '../domains/compliance/cases/store.ts'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { runStaffCommand } from './testing/staff-command.ts'

let world: EngineWorld
let number: string
beforeAll(async () => {
  world = await startEngineWorld({ worker: false, webhooks: false })
  const opened = await inTransaction(world.database.db, 'test.open', (tx) =>
    openCase(tx, {
      kind: 'screening',
      stage: 'hold',
      subject: { kind: 'recipient', id: '1' },
      evidence: 'inv-1 Ekow Mensah (sanction) 0.9',
    }),
  )
  number = opened.number
})
afterAll(() => world.close())

const cases = (...args: string[]) => runStaffCommand(world, 'cases', ...args)
const AMA = ['--by', 'Ama Boateng', '--reason', 'other birth date']
const FATU = ['--by', 'Fatu Sesay', '--reason', 'agreed with it']

it('two people decide a case from the command line', async () => {
  expect((await cases('list', '--kind', 'screening')).out).toContain(number)
  expect((await cases('assign', number, '--to', 'Ama Boateng', ...AMA)).code).toBe(0)
  expect((await cases('note', number, ...AMA)).code).toBe(0)
  const shown = await cases('show', number)
  expect(shown.out).toContain('inv-1 Ekow Mensah')
  expect(shown.out).toContain('You can propose different_person')
  const version = ['--version', /Version ([0-9a-f]{12})/.exec(shown.out)?.[1] ?? '']
  const propose = (...seen: string[]) =>
    cases('propose', number, '--decision', 'different_person', ...seen, ...AMA)
  const stale = await propose('--version', '0'.repeat(12))
  expect([stale.code, stale.error]).toEqual([1, expect.stringContaining('has changed since you read it')])
  expect((await propose(...version)).code).toBe(0)
  expect((await cases('show', number)).out).toContain('Ama Boateng proposes different_person')
  const own = await cases('confirm', number, ...version, ...AMA)
  expect([own.code, own.error]).toEqual([1, expect.stringContaining('Another person has to decide')])
  expect((await cases('confirm', number, ...version, ...FATU)).code).toBe(0)
  expect((await cases('list')).out).toContain('no cases')
  expect((await cases('list', '--state', 'closed')).out).toContain('different_person')
})

it.each([
  [['list', '--kind', 'other'], '--kind takes screening, monitoring.'],
  [['show', 'K-999999'], 'There is no case K-999999.'],
  [['propose', 'K-000001', ...AMA], 'Name the decision: --decision WORD.'],
  [['propose', 'K-000001', '--decision', 'blocked', ...AMA], 'Give at least 12 digits of the version'],
  [['confirm', 'K-000001', ...AMA], 'Give at least 12 digits of the version'],
  [['set-deadline', '--from', 'soon', ...AMA], 'Name the first day: --from 2027-01-01.'],
])('%j is refused: %s', async (args, words) => {
  const { code, error } = await cases(...args)
  expect([code, error]).toEqual([2, expect.stringContaining(words)])
})

it('deadlines are shown with their source, and set from a day on', async () => {
  expect((await cases('deadlines')).out).toContain('OFAC, 31 CFR 501.603')
  const set = await cases(
    'set-deadline',
    ...['--kind', 'screening', '--stage', 'review', '--amount', '2', '--unit', 'hours'],
    ...['--source', 'our choice', '--from', '2026-01-01', ...AMA],
  )
  expect(set.code).toBe(0)
})

describe('a check of an identity', () => {
  const COMPARED = ['--by', 'Ama Boateng', '--reason', 'Compared the images at the provider']
  const TWO = [...COMPARED, '--approved-by', 'Kofi Mensah']

  let check: { id: string; user_id: string }
  beforeAll(async () => {
    const { rows } = await sql<typeof check>`
      with person as (insert into users default values returning id)
      insert into identity_checks (user_id, provider, country, state, reason, name, dob, person_key)
      select id, 'smile-id', 'LR', 'needs_review', 'unknown', 'Fatu Kamara', '1990-04-02', '\\x01' from person
      returning id, user_id`.execute(world.database.owner)
    if (rows[0] === undefined) throw new Error('Nothing was stored')
    check = rows[0]
  })
  const identity = (...args: string[]) => runStaffCommand(world, 'identity', ...args)

  it('staff see a check, and two of them decide it', async () => {
    const list = await identity('list')
    expect(list).toMatchObject({ code: 1, error: '' })
    expect(list.out).toContain(`${check.id}  needs_review  unknown`)
    expect((await identity('review', check.id, '--verify', ...COMPARED)).error).toContain(
      '--approved-by NAME',
    )
    expect((await identity('review', check.id, ...TWO)).error).toContain('either --verify or --refuse')
    expect((await identity('review', 'x', '--verify', ...TWO)).error).toContain('x is not the id of a check.')
    expect(await identity('review', check.id, '--verify', ...TWO)).toMatchObject({
      code: 0,
      out: `${check.id}: verified\n`,
    })
    const shown = await identity('show', check.user_id)
    expect(shown.out).toContain('tier 2')
    expect(shown.out).toContain('Fatu Kamara, born 1990-04-02')
    expect(await identity('list')).toMatchObject({ code: 0, out: '0 checks wait\n' })
  })

  it('two of staff set a tier until a day', async () => {
    const set = (...rest: string[]) => identity('tier', check.user_id, ...rest, ...TWO)
    expect((await set('4')).error).toContain('1, 2 or 3')
    expect((await set('3', '--until', 'soon')).error).toContain('--until takes a day')
    expect((await set('3', '--until', '2031-12-31')).out).toBe(`${check.user_id}: tier 3 until 2031-12-31\n`)
    expect((await identity('show', check.user_id)).out).toContain('tier 3')
  })
})
