import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plant, plantUser } from '../testing/plant.ts'
import { SHIPPED_PROFILES } from '../domains/compliance/reports/profiles.ts'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { runStaffCommand } from './testing/staff-command.ts'

const AMA = ['--by', 'Ama Boateng', '--reason', 'Case K-000001']
const KOFI = ['--by', 'Kofi Mensah', '--reason', 'Read and agreed']
const APPROVED = [...AMA, '--approved-by', 'Kofi Mensah']

let world: EngineWorld
let folder: string
let reference: string
beforeAll(async () => {
  world = await startEngineWorld({ worker: false, webhooks: false })
  folder = await mkdtemp(path.join(tmpdir(), 'sesa-reports-'))
  const opened = await (await world.sender()).open()
  await world.pay(opened)
  const row = await world.database.owner.selectFrom('transfers').select('reference').executeTakeFirstOrThrow()
  reference = row.reference
  await sql`insert into transfer_senders (transfer_id, user_id, name)
    select id, user_id, 'Fatu Kollie' from transfers where reference = ${reference}
    on conflict (transfer_id) do nothing`.execute(world.database.owner)
  await sql`insert into cases (kind, stage, subject_kind, subject_id, due_at)
    values ('monitoring', 'review', 'account', gen_random_uuid()::text, now())`.execute(world.database.owner)
  for (const hours of [3, 2, 1]) {
    await plant(world.database.owner, { user: await plantUser(world.database.owner), hours, fee: 299 })
  }
})
afterAll(() => world.close())

const sesa = (...args: string[]) => runStaffCommand(world, ...args)
async function fileOf(content: unknown): Promise<string> {
  const file = path.join(folder, 'given.json')
  await writeFile(file, JSON.stringify(content))
  return file
}
const draftOf = async (change: object = {}) =>
  sesa(
    'reports',
    'draft',
    '--file',
    await fileOf({
      country: 'LR',
      case: 'K-000001',
      knownAt: '2026-11-01T10:00:00Z',
      transfers: [reference],
      narrative: 'Why we suspect it.',
      action: 'What we did.',
      indicators: ['structuring'],
      ...change,
    }),
    ...AMA,
    '--json',
  )

/** Reads a draft as its approver does, and approves what was read. */
async function approve(filing: string) {
  const { digest } = JSON.parse((await sesa('reports', 'show', filing, '--json')).out) as { digest: string }
  return sesa('reports', 'approve', filing, '--digest', digest, ...KOFI)
}

describe('a filing', () => {
  it('is drafted with named gaps, approved by another person, exported once agreed, and acknowledged', async () => {
    const first = JSON.parse((await draftOf()).out) as { filing: string; due: string; missing: string[] }
    expect(first).toMatchObject({
      due: '2026-11-02T10:00:00.000Z',
      missing: [
        'entity.name is missing. Set it in the country’s profile.',
        'entity.compliance_officer is missing. Set it in the country’s profile.',
      ],
    })
    expect(await sesa('reports', 'approve', first.filing, ...KOFI)).toMatchObject({ code: 2 })
    const unread = ['reports', 'approve', first.filing, '--digest', '0'.repeat(64)]
    expect(await sesa(...unread, ...KOFI)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/cannot be approved. entity.name is missing. Set it/),
    })
    expect((await sesa('reports', 'show', first.filing)).out).toMatch(/draft, due[^]*entity.name/)
    const entity = { name: 'Sesa Sample Ltd', compliance_officer: 'Ama Boateng' }
    const profile = await fileOf({ ...SHIPPED_PROFILES.LR, entity })
    const set = ['reports', 'profile', 'set', 'LR', '--file', profile, '--valid-from', '2026-01-01']
    expect(await sesa(...set, ...APPROVED)).toMatchObject({ code: 0, error: '' })
    expect(await sesa(...unread, ...AMA)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/Another person has to decide/),
    })
    const exporting = ['reports', 'export', first.filing, '--out', path.join(folder, 'out'), ...AMA]
    expect(await sesa(...exporting)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/approve it before/),
    })
    expect(await sesa(...unread, ...KOFI)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/no longer what you saw/),
    })
    expect(await approve(first.filing)).toMatchObject({ code: 0, error: '' })
    expect((await sesa('reports', 'list')).code).toBe(1)
    expect((await sesa('reports', 'list')).out).toMatch(/^F-\d+ +LR +suspicion +approved +K-000001 .* late/m)
    expect(await sesa(...exporting)).toMatchObject({ code: 0, error: '' })
    const page = await readFile(path.join(folder, 'out', `${first.filing}.html`), 'utf8')
    expect(page).toContain(reference)
    expect(await sesa(...exporting)).toMatchObject({ code: 0 })
    expect(await readFile(path.join(folder, 'out', `${first.filing}.html`), 'utf8')).toBe(page)
    const acknowledge = ['reports', 'acknowledge', first.filing, '--id', 'FIA-77']
    expect(await sesa(...acknowledge, ...AMA)).toMatchObject({ code: 0, error: '' })
    expect((await sesa('reports', 'list', '--all')).out).toMatch(/acknowledged .*FIA-77/)
    expect(await sesa('reports', 'withdraw', first.filing, ...AMA)).toMatchObject({ code: 1 })
    const rows = await world.database.owner
      .selectFrom('staff_actions')
      .select(['action', 'staff', 'proposed_by'])
      .where('subject', '=', first.filing)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'draft_filing',
      'approve_filing',
      'export_filing',
      'export_filing',
      'acknowledge_filing',
    ])
    expect(rows[1]).toEqual({ action: 'approve_filing', staff: 'Kofi Mensah', proposed_by: 'Ama Boateng' })
  })

  it('is due after 30 days in the United States, and voluntary below USD 2,000', async () => {
    const { out } = await draftOf({ country: 'US' })
    expect(JSON.parse(out)).toMatchObject({ due: '2026-12-01T10:00:00.000Z', isVoluntary: true })
  })

  it('approved before files were kept is made again, and refused when the records have changed', async () => {
    const { filing } = JSON.parse((await draftOf()).out) as { filing: string }
    expect((await approve(filing)).code).toBe(0)
    const { owner } = world.database
    await sql`alter table filing_files disable trigger filing_files_never_change`.execute(owner)
    await sql`delete from filing_files where filing_id = (select id from filings where number = ${filing})`.execute(
      owner,
    )
    await sql`alter table filing_files enable trigger filing_files_never_change`.execute(owner)
    const exporting = ['reports', 'export', filing, '--out', folder, ...AMA]
    expect(await sesa(...exporting)).toMatchObject({ code: 0, error: '' })
    await owner
      .updateTable('transfers')
      .set({ state: 'refunding' })
      .where('reference', '=', reference)
      .execute()
    expect(await sesa(...exporting)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/approved before files were kept/),
    })
    expect((await sesa('reports', 'show', filing)).out).toMatch(/approved before files were kept/)
  })

  it('is checked before anything is stored', async () => {
    const draft = {
      ...{
        country: 'GH',
        knownAt: '2026-11-01T10:00:00Z',
        transfers: [reference],
        indicators: ['structuring'],
      },
      ...{ narrative: 'Why we suspect it.', action: 'What we did.' },
    }
    const check = async (content: object) =>
      sesa('reports', 'check', '--file', await fileOf({ ...draft, ...content }))
    const all = (await sesa('reports', 'list', '--all')).out
    const { code, out } = await check({})
    expect({ code, out }).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /before the approval: S-\w+: sender’s [^]*before the approval: entity.rentity_id/,
      ),
    })
    expect((await check({ transfers: ['S-FFFFFFFF'] })).out).toMatch(/There is no transfer S-FFFFFFFF/)
    expect(await check({ country: 'LR' })).toMatchObject({ code: 0, out: 'nothing is missing\n' })
    expect((await sesa('reports', 'list', '--all')).out).toBe(all)
  })

  it('takes the authority’s schema file, and refuses a profile with a file that was not added', async () => {
    const sample = path.join(import.meta.dirname, '../domains/compliance/reports/schemas/sample-fincen.xsd')
    const added = JSON.parse((await sesa('reports', 'schema', 'add', sample, ...AMA, '--json')).out) as {
      schema: { sha256: string }
    }
    const set = async (schema: object) =>
      sesa(
        ...['reports', 'profile', 'set', 'US', '--valid-from', '2026-01-01', ...APPROVED],
        ...['--file', await fileOf({ ...SHIPPED_PROFILES.US, schema })],
      )
    expect(await set({ ...added.schema, sha256: '0'.repeat(64) })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/Add the file first/),
    })
    expect(await set(added.schema)).toMatchObject({ code: 0, error: '' })
    const broken = await fileOf({})
    expect((await sesa('reports', 'schema', 'add', broken, ...AMA)).error).toMatch(/This is no XML schema/)
  })

  it.each([
    ['an unknown transfer', { transfers: ['S-FFFFFFFF'] }, /There is no transfer S-FFFFFFFF/],
    ['an unknown case', { case: 'K-999999' }, /There is no case K-999999/],
    ['neither a transfer nor an account', { transfers: [] }, /Name transfers, or an account/],
    ['a time to come', { knownAt: '2126-01-01T00:00:00Z' }, /knownAt is in the future/],
  ])('is refused with %s', async (_name, change, problem) => {
    const { code, out, error } = await draftOf(change)
    expect(code).not.toBe(0)
    expect(out + error).toMatch(problem)
  })

  it('never changes its content or goes back', async () => {
    const { owner } = world.database
    const row = await owner
      .selectFrom('filings')
      .select('id')
      .where('state', '=', 'acknowledged')
      .executeTakeFirstOrThrow()
    const back = owner.updateTable('filings').set({ state: 'draft' }).where('id', '=', row.id).execute()
    await expect(back).rejects.toThrow(/does not go from acknowledged to draft/)
    await expect(owner.deleteFrom('filings').execute()).rejects.toThrow(/does not go/)
  })
})

describe('the figures of a regulator', () => {
  it.each([
    ['GH', 'inward', 'GHS', 660_000n],
    ['US', 'outward', 'USD', 60_000n],
  ])(
    'of %s count what is %s by day, corridor and network, without our fee',
    async (country, what, currency, sum) => {
      const today = new Date().toISOString().slice(0, 10)
      const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
      const { out, code } = await sesa(
        'reports',
        'statistics',
        country,
        '--from',
        yesterday,
        '--to',
        today,
        '--json',
      )
      const { lines } = JSON.parse(out) as {
        lines: { what: string; count: number; currency: string; amount: string }[]
      }
      const counted = lines.filter((line) => line.what === what)
      expect(code).toBe(0)
      expect(counted.reduce((all, { count }) => all + count, 0)).toBe(3)
      expect(counted.every((line) => line.currency === currency)).toBe(true)
      expect(counted.map(({ amount }) => BigInt(amount)).reduce((a, b) => a + b)).toBe(sum)
    },
  )
})

describe('travel-rule data', () => {
  it('comes from the sender as frozen, and is recorded as read', async () => {
    const { out, code } = await sesa('reports', 'travel-rule', reference, ...AMA, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      reference,
      debtor_name: expect.stringMatching(/\w/),
      creditor_town: null,
    })
    expect((await sesa('reports', 'travel-rule', reference, '--csv', ...AMA)).out).toMatch(/^name,value\r?$/m)
    const read = await world.database.owner
      .selectFrom('staff_actions')
      .select('staff')
      .where('action', '=', 'export_travel_rule')
      .execute()
    expect(read).toHaveLength(2)
  })
})

describe('monitoring', () => {
  const rules = { rules: [{ id: 'many-senders', look: { kind: 'many_senders', days: 14, atLeast: 2 } }] }
  it('is tried on the past, set by two people, shown and run', async () => {
    const day = new Date().toISOString().slice(0, 10)
    const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    const file = await fileOf(rules)
    const tried = await sesa('monitoring', 'try', '--file', file, '--from', before, '--to', day)
    expect(tried).toMatchObject({ code: 0, error: '' })
    expect(tried.out).toMatch(/^many-senders +0 +1 +0 +S-/m)
    expect(await sesa('monitoring', 'set', '--file', file, ...AMA)).toMatchObject({
      code: 2,
      error: 'Say who has checked this: --approved-by NAME.\n',
    })
    expect((await sesa('monitoring', 'set', '--file', file, '--shadow', ...APPROVED)).out).toMatch(
      /in shadow mode/,
    )
    expect((await sesa('monitoring', 'rules')).out).toMatch(
      /version 0, shipped[^]*version \d+ is in shadow mode/,
    )
    expect((await sesa('monitoring', 'run')).out).toMatch(/new alerts/)
    expect(await sesa('monitoring', 'try', '--file', file, '--from', day, '--to', before)).toMatchObject({
      code: 2,
    })
  })
})
