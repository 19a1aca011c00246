import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'

let world: OfficeWorld
let [ama, kofi] = [] as unknown as [TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Finance', 'finance')
  kofi = await world.member('Kofi Finance', 'finance')
})
afterAll(() => world.close())

it('one member prepares a day and another signs it with the digest of the report they read', async () => {
  const latest = async () =>
    (await ama.browser.get('/office/api/daily-closes/latest')).body as {
      day: string
      days: { day: string; state: string }[]
      checks: { kind: string; state: string }[]
      close: object | null
    }
  const first = await latest()
  const { day } = first
  const one = `/office/api/daily-closes/${day}`
  const checks = async () => {
    const { body } = await kofi.browser.get(one)
    const all = (body as Awaited<ReturnType<typeof latest>>).checks
    return Object.fromEntries(all.map(({ kind, state }) => [kind, state]))
  }
  expect(first).toMatchObject({ close: null, days: [{ day, state: 'open' }, { state: 'running' }] })
  expect(await checks()).toEqual({
    ...{ over: 'done', compared: 'waiting', breaks: 'done', positions: 'problem', figures: 'done' },
    ...{ prepared: 'waiting', signed: 'waiting' },
  })
  // A comparison counts once it began after the day and is finished.
  const { owner } = world.database
  await sql`insert into reconciliation_runs (started_at, finished_at) values
    (${day}::date + interval '23 hours', now())`.execute(owner)
  expect((await checks())['compared']).toBe('waiting')
  await sql`insert into reconciliation_runs (started_at, finished_at) values (now(), now())`.execute(owner)
  expect((await checks())['compared']).toBe('done')
  await sql`insert into reconciliation_breaks (kind, subject, ours, owner, moved_at)
    values ('card_charge_missing_there', 'pi_1', 'USD 5.00', 'operations', now())`.execute(owner)
  expect((await checks())['breaks']).toBe('problem')
  await sql`update reconciliation_breaks set state = 'resolved', resolved_at = now()`.execute(owner)
  expect((await ama.browser.get('/office/api/daily-closes/2026-02-30')).code).toBe('not_found')
  const refused = await ama.browser.post('/office/api/daily-closes/2099-12-31/prepare', {
    reason: 'Too early',
  })
  expect(refused.code).toBe('action_refused')

  const explained = { reason: 'End of the day', explanation: 'No provider was asked in this test' }
  const prepared = await ama.browser.post(`${one}/prepare`, explained)
  expect(prepared.body).toMatchObject({
    close: { preparedBy: 'Ama Finance', signedBy: null, report: { day } },
    days: [{ day, state: 'prepared' }, { state: 'running' }],
  })
  const { digest } = prepared.body['close'] as { digest: string }
  const sign = (member: TestMember, of: string) =>
    member.browser.post(`${one}/sign`, { digest: of, reason: 'Compared' })
  expect((await sign(ama, digest)).code).toBe('same_person')
  expect((await sign(kofi, '0'.repeat(64))).code).toBe('action_refused')
  expect((await kofi.browser.get(`${one}/verification`)).code).toBe('action_refused')
  expect((await sign(kofi, digest)).body).toMatchObject({ close: { signedBy: 'Kofi Finance' } })
  expect((await kofi.browser.get(`${one}/verification`)).body).toEqual({ isUntouched: true, isSame: true })
  expect(await checks()).toMatchObject({ prepared: 'done', signed: 'done', positions: 'problem' })
  const next = await latest()
  expect(next.day > day).toBe(true)
  expect(next.days).toEqual([
    { day, state: 'signed' },
    { day: next.day, state: 'running' },
  ])
  expect(next.checks[0]).toMatchObject({ kind: 'over', state: 'waiting' })
})

it('serves profit and loss for a period and as files; the journal has only signed days', async () => {
  const { body } = await world.administrator.browser.get('/office/api/results')
  const { from, to } = body as { from: string; to: string }
  expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000)
  expect(body).toMatchObject({ rows: [], total: { charged: 0, figures: [], inDollars: '0' } })
  const file = (query: string) => ama.browser.get(`/office/api/results/file?${query}`)
  expect((await file('file=results')).body).toEqual({
    name: `results-${from}-${to}.csv`,
    text: expect.stringMatching(/^\uFEFF"Day \(UTC\)","Signed","From","To",.*,"Losses"\r\n$/),
  })
  const journal = await file('file=journal')
  expect([journal.code, journal.body['error']]).toEqual([
    'action_refused',
    expect.objectContaining({
      message: `${from} isn’t signed. Close it first, or choose signed days.`,
    }),
  ])
  const { rows } = await sql<{ day: string }>`select day::text as day from daily_closes`.execute(
    world.database.owner,
  )
  const day = rows[0]?.day ?? ''
  expect((await file(`file=journal&from=${day}&to=${day}`)).body).toEqual({
    name: `journal-${day}-${day}.csv`,
    text: '\uFEFF"Date","Account","Currency","Entry","Debit","Credit"\r\n',
  })
  for (const query of ['from=2026-02-30', 'to=soon', 'from=2026-01-01&to=2026-12-31&file=all'])
    expect((await file(`file=results&${query}`)).status).toBe(400)
  expect((await file('file=results&from=2020-01-01&to=2020-12-31')).code).toBe('action_refused')
})
