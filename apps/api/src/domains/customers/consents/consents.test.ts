import { LEGAL_DOCUMENTS, agreementsDue } from '@sesa/contract/legal'
import { sql } from 'kysely'
import { createHash, randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressPrefixOf } from '../../../http/origin.ts'
import {
  newEmail,
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../testing/identity-app.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const VERSIONS = Object.fromEntries(LEGAL_DOCUMENTS.map(({ name, versions }) => [name, versions[0].version]))
const { terms = '', privacy = '', esign = '' } = VERSIONS

async function newCustomer(phone = newNumber()): Promise<Browser> {
  const browser = await world.signIn(phone)
  const country = phone.startsWith('+1') ? 'US' : 'LR'
  await browser.send('POST', '/user/create', { phoneNumber: phone, country })
  return browser
}

const profile = (accepted?: object) => ({
  name: 'Hawa Kollie',
  email: newEmail(),
  dob: '1990-04-02',
  ...(accepted && { accepted }),
})

const dueOf = async (browser: Browser): Promise<unknown[]> => {
  const { body } = await browser.send('GET', '/user/consents')
  return (body['due'] as { document: string }[]).map(({ document }) => document)
}

const rowsOf = async (browser: Browser) => {
  const { uid } = (await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }
  return world.database.owner
    .selectFrom('consents')
    .selectAll()
    .where('user_id', '=', uid)
    .orderBy('id')
    .execute()
}

describe('a new customer', () => {
  it('agrees with the profile form: version, hash of the exact text, words, screen and source are stored', async () => {
    const browser = await newCustomer()
    expect(await dueOf(browser)).toEqual(['terms', 'privacy'])
    expect((await browser.send('GET', '/user/auth')).body['agreementsDue']).toHaveLength(2)
    const saved = await browser.send('PUT', '/user/profile', profile({ terms, privacy, build: 'abc-123_X' }))
    expect(saved.status).toBe(200)
    expect(await dueOf(browser)).toEqual([])
    const rows = await rowsOf(browser)
    expect(rows).toMatchObject([
      {
        kind: 'terms',
        version: terms,
        given: true,
        wording: 'By continuing you agree to the Terms and Privacy Policy.',
        screen: 'set-up-profile',
        build: 'abc-123_X',
        language: 'en',
        supersedes: null,
      },
      { kind: 'privacy', version: privacy },
    ])
    const { text } = await world.database.owner
      .selectFrom('legal_texts')
      .select('text')
      .where('text_hash', '=', rows[0]?.text_hash ?? Buffer.alloc(32))
      .executeTakeFirstOrThrow()
    expect(createHash('sha256').update(text).digest()).toEqual(rows[0]?.text_hash)
    expect(text).toContain('You must be 18 or over.')
    const { data } = (await browser.send('GET', '/user/export')).body as { data: Record<string, unknown> }
    expect(data['consents']).toMatchObject([
      { document: 'terms', addressPrefix: '198.51.100.0/24', textHash: rows[0]?.text_hash.toString('hex') },
      { document: 'privacy' },
    ])
  })

  it('may still be saved by the previous release’s web app, and is asked later', async () => {
    const browser = await newCustomer()
    expect((await browser.send('PUT', '/user/profile', profile())).status).toBe(200)
    expect(await dueOf(browser)).toEqual(['terms', 'privacy'])
  })

  it('from the United States agrees to electronic receipts too, and may withdraw only that', async () => {
    const browser = await newCustomer(`+1213${randomInt(220, 300)}${randomInt(1_000, 10_000)}`)
    expect(await dueOf(browser)).toEqual(['terms', 'privacy', 'esign'])
    await browser.send('PUT', '/user/profile', profile({ terms, privacy, esign }))
    expect(await dueOf(browser)).toEqual([])
    const decide = (document: string, given: boolean) =>
      browser.send('PUT', '/user/consents', {
        agreements: [{ document, version: VERSIONS[document], given }],
        screen: 'agreements',
      })
    expect((await decide('terms', false)).code).toBe('consent_stays')
    expect((await decide('esign', false)).status).toBe(200)
    expect(await dueOf(browser)).toEqual(['esign'])
    await decide('esign', true)
    const rows = await rowsOf(browser)
    expect(rows.map(({ kind, given }) => `${kind} ${given}`)).toEqual([
      ...['terms true', 'privacy true', 'esign true', 'esign false', 'esign true'],
    ])
    expect(rows[4]?.supersedes).toBe(rows[3]?.id)
  })
})

describe('a consent', () => {
  it('to an unknown version or document is refused, and nothing of the form is saved', async () => {
    const browser = await newCustomer()
    const wrong = await browser.send('PUT', '/user/profile', profile({ terms: '2019-01-01' }))
    expect([wrong.status, wrong.code]).toEqual([422, 'document_version_unknown'])
    expect((await browser.send('GET', '/user/auth')).body['user']).toMatchObject({ name: null })
    expect(await rowsOf(browser)).toEqual([])
    const agreements = [{ document: 'terms', version: '2019-01-01', given: true }]
    const alone = await browser.send('PUT', '/user/consents', { agreements, screen: 'agreements' })
    expect(alone.code).toBe('document_version_unknown')
  })

  it('given again changes nothing', async () => {
    const browser = await newCustomer()
    const agreements = [{ document: 'terms', version: terms, given: true }]
    for (let time = 0; time < 3; time++)
      await browser.send('PUT', '/user/consents', { agreements, screen: 'agreements' })
    expect(await rowsOf(browser)).toHaveLength(1)
  })

  it('cannot be changed or deleted by any database role', async () => {
    const browser = await newCustomer()
    await browser.send('PUT', '/user/profile', profile({ terms }))
    for (const db of [world.database.db, world.database.owner]) {
      await expect(sql`update consents set given = false`.execute(db)).rejects.toThrow(/never change|denied/)
      await expect(sql`delete from consents`.execute(db)).rejects.toThrow(/never change|denied/)
      await expect(sql`update legal_texts set text = 'x'`.execute(db)).rejects.toThrow(/never change|denied/)
    }
    await expect(
      sql`insert into legal_texts values (sha256('a'), 'terms', '2026-01-01', 'b')`.execute(
        world.database.owner,
      ),
    ).rejects.toThrow('violates check constraint')
  })

  it('outlives its account without its network address and browser', async () => {
    const browser = await newCustomer()
    await browser.send('PUT', '/user/profile', profile({ terms, privacy }))
    const { uid } = (await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }
    expect((await browser.send('DELETE', '/user')).status).toBe(200)
    const of = (table: 'consents' | 'consent_origins') =>
      world.database.owner.selectFrom(table).selectAll().where('user_id', '=', uid).execute()
    expect(await of('consents')).toHaveLength(2)
    expect(await of('consent_origins')).toEqual([])
  })
})

describe('agreements that are due', () => {
  const document = (...versions: [string, boolean][]) => {
    const [first, ...rest] = versions.map(([version, material]) => ({
      ...{ version, material, changes: `Changed in ${version}.`, text: '' },
    }))
    if (!first) throw new Error('A document has a version')
    return [{ name: 'terms' as const, title: 'Terms', path: '/terms', versions: [first, ...rest] as const }]
  }
  const agreed = (version: string, given = true) => [{ document: 'terms', version, given }]

  it.each([
    ['never agreed', document(['2026-02-01', true]), [], '2026-02-01', null],
    ['agreed to the current version', document(['2026-02-01', true]), agreed('2026-02-01'), null, null],
    ['withdrawn', document(['2026-02-01', true]), agreed('2026-02-01', false), '2026-02-01', null],
    [
      'a newer version without weight',
      document(['2026-02-02', false], ['2026-02-01', true]),
      agreed('2026-02-01'),
      null,
      null,
    ],
    [
      'a newer version that matters',
      document(['2026-02-02', true], ['2026-02-01', true]),
      agreed('2026-02-01'),
      '2026-02-02',
      'Changed in 2026-02-02.',
    ],
    [
      'a newer one that matters below one without weight',
      document(['2026-02-03', false], ['2026-02-02', true], ['2026-02-01', true]),
      agreed('2026-02-01'),
      '2026-02-03',
      'Changed in 2026-02-02.',
    ],
  ])('%s', (_name, documents, newest, version, changes) => {
    const due = agreementsDue(documents, newest, 'LR')
    expect(due).toEqual(version === null ? [] : [{ document: 'terms', version, changes }])
  })
})

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
])('%s is kept as %s', (address, prefix) => {
  expect(addressPrefixOf(address)).toBe(prefix)
})

/** SHA-256 of each published text, with unfilled slots: a text that customers agreed to must never change. */
const PUBLISHED: Readonly<Record<string, string>> = {
  'terms 2026-11-24': '0f991c956564bd1f',
  'terms 2026-11-29': 'd2599ec8d9d2d845',
  'terms 2026-11-30': 'e427681cebed75cf',
  'privacy 2026-11-24': 'c03629efdf64bc8b',
  'privacy 2026-11-26': 'c104bc39bf7d0d38',
  'privacy 2026-11-28': 'cf34778c3805c0df',
  'privacy 2026-11-29': 'c54b208745feaa31',
  'privacy 2026-11-30': '1c4dd74972acdd1d',
  'esign 2026-11-24': '095dd9f8f9510093',
}

it('a published text never changes', () => {
  const now = Object.fromEntries(
    LEGAL_DOCUMENTS.flatMap(({ name, versions }) =>
      versions.map(({ version, text }) => [
        `${name} ${version}`,
        createHash('sha256').update(text).digest('hex').slice(0, 16),
      ]),
    ),
  )
  expect(now).toEqual(PUBLISHED)
})
