import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newNumber, startIdentityApp, type Browser, type IdentityApp } from '../../../testing/identity-app.ts'

let world: IdentityApp
let browser: Browser
/** Entered and shown unchanged. */
const TOLD = {
  nationality: 'LR',
  addressLine: '12 Broad Street',
  postalCode: '1000',
  city: 'Monrovia',
  country: 'LR',
  identificationType: 'passport',
  occupation: 'Teacher',
}
const FULL = { ...TOLD, identificationNumber: 'LR0000001' }
const SHOWN = { ...TOLD, identificationEnding: '001', updatedAt: expect.any(String) }

async function newCustomer(): Promise<Browser> {
  const phone = newNumber()
  const who = await world.signIn(phone)
  await who.send('POST', '/user/create', { phoneNumber: phone, country: 'LR' })
  await who.send('PUT', '/user/profile', {
    name: 'Fatu Kamara',
    email: `${phone.slice(1)}@example.com`,
    dob: '1990-04-02',
  })
  return who
}

const put = (change: object, who = browser) => who.send('PUT', '/user/sender-details', { ...FULL, ...change })
const details = async (who = browser) => (await who.send('GET', '/user/sender-details')).body['details']

async function changes(): Promise<unknown[]> {
  const rows = await world.database.owner
    .selectFrom('security_events')
    .select('details')
    .where('kind', '=', 'sender_details_changed')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.details)
}

beforeAll(async () => {
  world = await startIdentityApp()
  browser = await newCustomer()
})
afterAll(() => world.close())

describe('sender details', () => {
  it('are empty, then as entered, with only the last digits of the document’s number', async () => {
    expect(await details()).toBeNull()
    const answer = await put({ addressLine: '  12  Broad Street ' })
    expect([answer.status, answer.body]).toEqual([200, { details: SHOWN }])
    expect(await details()).toEqual(SHOWN)
    expect(JSON.stringify(answer.body)).not.toContain('LR0000001')
    expect(await details(await newCustomer())).toBeNull()
  })

  it('store the number sealed', async () => {
    const { rows } = await sql<{ row: string; number: string }>`select to_jsonb(d)::text as row,
      encode(identification_number, 'escape') as number from sender_details d`.execute(world.database.owner)
    expect(rows).toHaveLength(1)
    for (const { row, number } of rows) expect(row + number).not.toContain('LR0000001')
  })

  it('keep the number of the same kind of document, and require one for another kind', async () => {
    const kept = await browser.send('PUT', '/user/sender-details', { ...TOLD, city: 'Paynesville' })
    expect(kept.body).toMatchObject({ details: { city: 'Paynesville', identificationEnding: '001' } })
    const other = await browser.send('PUT', '/user/sender-details', {
      ...TOLD,
      identificationType: 'national_id',
    })
    expect(other.status).toBe(422)
    expect(other.body).toMatchObject({
      error: { code: 'identification_invalid', field: 'identificationNumber' },
    })
    const changed = await put({ identificationType: 'national_id', identificationNumber: 'NIN 12-345/678' })
    expect(changed.body).toMatchObject({
      details: { identificationType: 'national_id', identificationEnding: '678' },
    })
  })

  it('require the number again when it was sealed under another secret', async () => {
    const who = await newCustomer()
    await put({}, who)
    const { uid } = (await who.send('GET', '/auth/boot')).body['user'] as { uid: string }
    await world.database.owner
      .updateTable('sender_details')
      .set({ identification_number: Buffer.alloc(40) })
      .where('user_id', '=', uid)
      .execute()
    expect(await details(who)).toEqual({ ...SHOWN, identificationEnding: null })
    // The other stored details are still in the data export.
    expect((await who.send('GET', '/user/export')).body).toMatchObject({
      data: {
        senderDetails: {
          address: { line: '12 Broad Street', city: 'Monrovia' },
          identification: { type: 'passport', number: null },
        },
      },
    })
    const without = await who.send('PUT', '/user/sender-details', TOLD)
    expect(without.body).toMatchObject({ error: { field: 'identificationNumber' } })
    expect((await put({}, who)).body).toEqual({ details: SHOWN })
  })

  it('need no postal code and no occupation', async () => {
    const { postalCode: _, occupation: __, ...rest } = FULL
    const answer = await browser.send('PUT', '/user/sender-details', rest)
    expect(answer.body).toMatchObject({ details: { postalCode: null, occupation: null } })
    const blank = await put({ postalCode: ' ', occupation: '' })
    expect(blank.body).toMatchObject({ details: { postalCode: null, occupation: null } })
  })

  it('record which fields changed, never their values, and nothing when nothing changed', async () => {
    const before = (await changes()).length
    const first = await put({})
    const again = await put({})
    expect(again.body).toEqual(first.body)
    const recorded = (await changes()).slice(before)
    expect(recorded).toEqual([{ fields: ['postal_code', 'occupation'] }])
    await put({ identificationNumber: 'LR0000002' })
    expect((await changes()).at(-1)).toEqual({ fields: ['identification_number'] })
  })

  it.each([
    ['nationality', 'XX', 'invalid_field'],
    ['nationality', 'Liberia', 'invalid_field'],
    ['country', 'AN', 'invalid_field'],
    ['addressLine', ' ', 'invalid_field'],
    ['addressLine', '---', 'invalid_field'],
    ['addressLine', 'a'.repeat(101), 'invalid_field'],
    ['city', '<b>Monrovia</b>', 'invalid_field'],
    ['postalCode', '1'.repeat(17), 'invalid_field'],
    ['occupation', 'a'.repeat(65), 'invalid_field'],
    ['identificationType', 'library_card', 'invalid_field'],
    ['identificationNumber', '1234', 'identification_invalid'],
    ['identificationNumber', 'LR_0000001', 'identification_invalid'],
  ])('refuse %s %s by the name of the field', async (field, value, code) => {
    const before = await details()
    const answer = await put({ [field]: value })
    expect(answer.body).toMatchObject({ error: { code, field } })
    expect(await details()).toEqual(before)
  })

  it('require a complete profile', async () => {
    const stranger = world.browser()
    expect((await stranger.send('GET', '/user/sender-details')).code).toBe('unauthenticated')
    expect((await put({}, stranger)).code).toBe('unauthenticated')
    const newcomer = await world.signIn(newNumber())
    expect((await put({}, newcomer)).code).toBe('profile_incomplete')
  })

  it('are written once by concurrent requests', async () => {
    const who = await newCustomer()
    const before = (await changes()).length
    const answers = await Promise.all([put({}, who), put({}, who)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await changes()).length - before).toBe(1)
  })
})
