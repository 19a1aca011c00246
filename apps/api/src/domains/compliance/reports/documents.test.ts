import { createHash, randomBytes } from 'node:crypto'
import { OFFICE_WORDS } from '@sesa/contract/office'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSealing } from '../../../lib/secrets.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { plant } from '../../../testing/plant.ts'
import { reencryptReportFiles } from './documents.ts'
import { registered } from './testing/report.ts'
import { insertPolicy } from '../../../testing/policies.ts'

let world: OfficeWorld
let [ama, kofi] = [] as unknown as [TestMember, TestMember]
/** A customer with complete data for a report, and their transfer. */
let user = ''
let reference = ''

const COUNTRIES = ['GH', 'US', 'LR', 'SL'] as const
const REASON = 'Read and agreed'
const one = (number: string): string => `/office/api/filings/${number}`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const draftOf = (country: string, about: object = { transfers: [reference] }) => ({
  ...{ country, knownAt: '2026-11-24T10:00:00Z', transfers: [] },
  ...{ narrative: 'Why we\u000bsuspect it.\u0002', action: 'What\u001f we did.', indicators: ['1/106'] },
  ...about,
  senders: Object.fromEntries(
    [reference, user].map((key) => [
      key,
      { issueDate: '2022-01-10', expiryDate: '2032-01-09', issueCountry: 'LR', state: 'GA' },
    ]),
  ),
})

async function store(country: string, about?: object): Promise<string> {
  const stored = await ama.browser.post('/office/api/filings', {
    draft: draftOf(country, about),
    reason: REASON,
  })
  expect(stored.body).toMatchObject({ filing: { problems: [] } })
  return (stored.body as { filing: { number: string } }).filing.number
}

type Files = readonly { readonly name: string; readonly text: string }[]
const read = async (number: string): Promise<Files> =>
  (await kofi.browser.get(`${one(number)}/files`)).body['files'] as Files
const download = async (number: string): Promise<Files> =>
  (await kofi.browser.post(`${one(number)}/export`, { reason: REASON })).body['files'] as Files

async function approve(number: string) {
  const { version } = (await kofi.browser.get(one(number))).body
  return kofi.browser.post(`${one(number)}/approve`, { version, reason: REASON })
}

beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Compliance', 'compliance')
  kofi = await world.member('Kofi Compliance', 'compliance')
  const { owner } = world.database
  for (const country of COUNTRIES)
    await insertPolicy(owner, 'report_profile', country, {
      profile: registered(country),
      validFrom: '2026-01-01',
    })
  const { id } = await owner.insertInto('users').defaultValues().returning('id').executeTakeFirstOrThrow()
  user = id
  reference = await plant(owner, { user, hours: 3 })
  const secret = Buffer.from(world.env['SESA_SECRET'] ?? '', 'base64')
  const sealed = createSealing({ secret }, 'sender-details').seal('LR0000001', user)
  const known = sql`${user}, 'Fatu Kollie', '1990-04-02', 'female', '+14045550100', 'LR', '12 Peachtree Street', '30303',
    'Atlanta', 'US', 'passport', ${sealed}, 'Teacher'`
  await sql`insert into transfer_senders (transfer_id, user_id, name, dob, gender, phone, nationality, address_line,
      postal_code, city, country, identification_type, identification_number, occupation)
    select id, ${known} from transfers where reference = ${reference}`.execute(owner)
})
afterAll(() => world.close())

describe('the files of approved reports', () => {
  const kept = new Map<string, Files>()

  it('are kept as the approver read them, each with the digest that sha256sum prints', async () => {
    for (const country of COUNTRIES) {
      const number = await store(country)
      const seen = await read(number)
      const shown = await approve(number)
      expect(shown.body).toMatchObject({
        state: 'approved',
        files: seen.map(({ name, text }) => ({ name, digest: sha256(text), bytes: Buffer.byteLength(text) })),
      })
      expect(await download(number)).toEqual(seen)
      kept.set(number, seen)
    }
    await sql`insert into filings (country, kind, content, period_from, period_to, known_at, due_at, drafted_by)
      values ('GH', 'weekly', '{}', '2026-11-16', '2026-11-22', '2026-11-23', '2026-11-23T12:00:00Z', 'Sesa')`.execute(
      world.database.owner,
    )
    const { body } = await ama.browser.get('/office/api/filings')
    const weekly = (body['filings'] as { number: string; kind: string }[]).find(
      ({ kind }) => kind === 'weekly',
    )
    const number = weekly?.number ?? ''
    const seen = await read(number)
    expect((await approve(number)).status).toBe(200)
    kept.set(number, seen)
    expect([...kept.values()].flat().map(({ name }) => name.replace(/^F-\d+/, ''))).toEqual([
      ...['.xml', '.xml', '.html', '.csv', '.html', '.csv', '.csv'],
    ])
    expect(JSON.stringify([...kept.values()])).not.toMatch(/\\u00(?:0b|02|1f)/i)
    const { rows } = await sql<{
      text: string
    }>`select encode(sealed, 'escape') as text from filing_files`.execute(world.database.owner)
    expect(rows.map(({ text }) => text).join()).not.toMatch(/Fatu|suspect/)
  })

  const owner = () => world.database.owner
  const EVENTS: readonly (readonly [string, () => Promise<unknown>])[] = [
    ...(Object.keys(OFFICE_WORDS.state) as (keyof typeof OFFICE_WORDS.state)[]).map(
      (state): readonly [string, () => Promise<unknown>] => [
        `its transfer is ${state}`,
        () => owner().updateTable('transfers').set({ state }).where('reference', '=', reference).execute(),
      ],
    ),
    [
      'its transfer is held',
      () =>
        owner()
          .updateTable('transfers')
          .set({ hold_reason: 'staff', hold_owner: 'operations' })
          .where('reference', '=', reference)
          .execute(),
    ],
    [
      'its country’s profile changes',
      () =>
        sql`insert into policies (kind, key, body)
        select kind, key, jsonb_set(body, '{profile,authority}', '"Another"') from policies
        where kind = 'report_profile'`.execute(owner()),
    ],
    [
      'the secret is renewed',
      async () => {
        const [before, secret] = [Buffer.from(world.env['SESA_SECRET'] ?? '', 'base64'), randomBytes(32)]
        const count = { current: 0, before: 7, unknown: 0 }
        expect(await reencryptReportFiles(owner(), { secret, secretBefore: before }, true)).toEqual(count)
        await reencryptReportFiles(owner(), { secret: before, secretBefore: secret }, true)
      },
    ],
    [
      'its drafter leaves',
      () => sql`update staff_members set ended_at = now() where id = ${ama.id}`.execute(owner()),
    ],
    [
      'the account is erased',
      async () => {
        await owner().deleteFrom('transfer_senders').where('user_id', '=', user).execute()
        await owner().deleteFrom('profiles').where('user_id', '=', user).execute()
      },
    ],
  ]

  it.each(EVENTS)('are downloaded byte for byte after %s', async (_name, happen) => {
    await happen()
    expect(kept.size).toBe(5)
    for (const [number, files] of kept) {
      expect(await download(number)).toEqual(files)
      expect((await kofi.browser.get(one(number))).body).toMatchObject({
        problems: [],
        files: files.map(({ name, text }) => ({ name, digest: sha256(text) })),
      })
    }
  })

  it('never change, and stay', async () => {
    const change = sql`update filing_files set name = 'other'`.execute(owner())
    await expect(change).rejects.toThrow()
    await expect(owner().deleteFrom('filing_files').execute()).rejects.toThrow()
  })
})
