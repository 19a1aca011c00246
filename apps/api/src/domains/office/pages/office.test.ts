import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { maskEmail, maskName, maskPhone } from '../../../lib/mask.ts'
import { pageOfTransfers } from './store.ts'
import { insertPolicy } from '../../../testing/policies.ts'

let world: OfficeWorld
let [esi, kofi, efua] = [] as unknown as [TestMember, TestMember, TestMember]
let customer: string
let transfer: Awaited<ReturnType<typeof storeTransfer>>
beforeAll(async () => {
  world = await startOfficeWorld()
  esi = await world.member('Esi Support', 'support')
  kofi = await world.member('Kofi Compliance', 'compliance')
  efua = await world.member('Efua Finance', 'finance')
  const { owner } = world.database
  customer = await storeUser(owner)
  await owner
    .insertInto('profiles')
    .values({ user_id: customer, name: 'Mariama Bah', email: 'mariama@example.com' })
    .execute()
  await owner
    .insertInto('phone_identities')
    .values({ user_id: customer, phone_number: '+233241234567', country: 'GH' })
    .execute()
  transfer = await storeTransfer(owner, customer, 'paid')
})
afterAll(() => world.close())

const search = async (member: TestMember, text: string) => {
  const { body } = await member.browser.post('/office/api/search', { text })
  type Found = { reference: string }[]
  const { customers, transfers } = body as { customers: { id: string; transfers: Found }[]; transfers: Found }
  const all = [...customers.flatMap((one) => one.transfers), ...transfers].map(({ reference }) => reference)
  return [customers.map(({ id }) => id), [...new Set(all)]]
}
const newestEntry = async (action: string) => {
  const { body } = await kofi.browser.get(`/office/api/audit?action=${action}&limit=1`)
  return (body['entries'] as Record<string, unknown>[])[0]
}

describe('the search', () => {
  it('finds by number, address, name, id, reference, payment, wallet and amount', async () => {
    for (const text of ['+233 24 123 4567', 'MARIAMA@example.com', 'mariama b'])
      expect([text, await search(esi, text)]).toEqual([text, [[customer], [transfer.reference]]])
    expect(await search(esi, customer)).toEqual([[customer], [transfer.reference]])
    for (const text of [
      transfer.reference.toLowerCase(),
      transfer.payment,
      transfer.payout,
      '+231770000555',
      'USD 100',
      '17,000',
    ])
      expect([text, await search(esi, text)]).toEqual([text, [[], [transfer.reference]]])
    for (const text of ['+233241234560', 'S-00000000', '100%', 'nobody here', 'x@example.com'])
      expect([text, await search(esi, text)]).toEqual([text, [[], []]])
  })

  it('finds no customers for a member who may not read them', async () => {
    expect(await search(efua, 'mariama b')).toEqual([[], []])
    expect(await search(efua, customer)).toEqual([[], [transfer.reference]])
  })

  it('records the customers shown, but not the search text', async () => {
    await search(esi, 'mariama b')
    const entry = await newestEntry('customer.searched')
    expect(entry).toMatchObject({
      actor: 'Esi Support',
      after: { customers: [customer], transfers: [transfer.reference] },
    })
    expect(JSON.stringify(entry)).not.toContain('mariama')
  })
})

describe('a customer’s page', () => {
  it('masks personal data, and records its reading', async () => {
    const { body } = await esi.browser.get(`/office/api/customers/${customer}`)
    expect(body).toMatchObject({
      name: 'M•••••• B••',
      phone: '+233••••••567',
      email: 'm••••••@example.com',
      transfers: [{ reference: transfer.reference, sent: { amount: 10_000, currency: 'USD' } }],
      holds: [],
      enquiries: [],
    })
    expect(JSON.stringify(body)).not.toMatch(/Mariama|241234/)
    expect(await newestEntry('customer.read')).toMatchObject({ actor: 'Esi Support', subject: customer })
  })

  it('shows it in full only for a reason, which is stored', async () => {
    const path = `/office/api/customers/${customer}/reveal`
    expect((await esi.browser.post(path, {})).code).toBe('missing_field')
    const { body } = await esi.browser.post(path, { reason: 'Called to confirm the number' })
    expect(body).toEqual({ name: 'Mariama Bah', phone: '+233241234567', email: 'mariama@example.com' })
    expect(await newestEntry('customer.revealed')).toMatchObject({
      subject: customer,
      reason: 'Called to confirm the number',
    })
  })
})

describe('changes of an account', () => {
  const change = (member: TestMember, what: string) =>
    member.browser.post(`/office/api/customers/${customer}/${what}`, { reason: 'The phone was stolen' })
  const page = async () => (await kofi.browser.get(`/office/api/customers/${customer}`)).body

  it('locks and unlocks it, and refuses to lock it twice', async () => {
    expect((await change(esi, 'lock')).status).toBe(204)
    expect(await page()).toMatchObject({ lockedAt: expect.any(String) })
    expect((await change(esi, 'lock')).code).toBe('action_refused')
    expect((await change(esi, 'unlock')).status).toBe(204)
    expect(await page()).toMatchObject({ lockedAt: null })
    expect(await newestEntry('action.lock_account')).toMatchObject({
      actor: 'Esi Support',
      reason: 'The phone was stolen',
    })
  })

  it('ends its sessions, and refuses where there is no account', async () => {
    expect((await change(esi, 'sign-out')).status).toBe(204)
    const nobody = `/office/api/customers/${crypto.randomUUID()}/sign-out`
    expect((await esi.browser.post(nobody, { reason: 'The phone was stolen' })).code).toBe('action_refused')
  })

  it('signs out one of its devices, and forgets the browser', async () => {
    const { owner } = world.database
    const store = async (device: string) => {
      const { rows } = await sql<{ id: string }>`
        insert into sessions (user_id, token_hash, device_hash, device, trusted, expires_at, idle_limit)
        values (${customer}, ${randomBytes(32)}, ${randomBytes(32)}, ${device}, true, now() + interval '1 day', '1 day')
        returning id`.execute(owner)
      return rows[0]?.id ?? ''
    }
    const [phone] = [await store('Chrome on Android'), await store('Firefox on Linux')]
    const before = (await page())['devices'] as { device: string }[]
    expect(before.map(({ device }) => device).sort()).toEqual(['Chrome on Android', 'Firefox on Linux'])
    expect((await change(esi, `devices/${phone}/sign-out`)).status).toBe(204)
    expect(await page()).toMatchObject({ devices: [{ device: 'Firefox on Linux' }] })
    expect((await change(esi, `devices/${phone}/sign-out`)).code).toBe('action_refused')
    expect((await change(esi, 'sign-out')).status).toBe(204)
  })

  it('shows masked recipients, and the newest answer about each document', async () => {
    const { owner } = world.database
    await sql`insert into saved_recipients (user_id, country, phone, network, name)
      values (${customer}, 'GH', '+233241234567', 'mtn', 'Ama Mensah')`.execute(owner)
    const shown = await page()
    expect(shown['recipients']).toContainEqual(
      expect.objectContaining({ name: 'A•• M•••••', phone: '+233••••••567', country: 'GH', network: 'mtn' }),
    )
    expect(shown['consents']).toEqual([])
  })

  it('shows how well we know them: to support how the newest check stands, to compliance every check', async () => {
    const { owner } = world.database
    await sql`insert into identity_checks (user_id, country, provider, state, reason, created_at)
      values (${customer}, 'GH', 'smile-id', 'failed_final', 'refused', now() - interval '1 day'),
        (${customer}, 'GH', 'smile-id', 'needs_review', null, now())`.execute(owner)
    const seen = (member: TestMember) => member.browser.get(`/office/api/customers/${customer}`)
    expect((await seen(esi)).body).toMatchObject({
      tier: 1,
      identity: [{ id: null, state: 'needs_review', reason: null, provider: null }],
    })
    expect((await seen(kofi)).body).toMatchObject({
      identity: [
        { id: expect.any(String) as string, state: 'needs_review', provider: 'smile-id' },
        { state: 'failed_final', reason: 'refused' },
      ],
    })
  })

  it('shows compliance whom a card or a wallet links, and their screening', async () => {
    const { owner } = world.database
    const other = await storeUser(owner)
    await owner.insertInto('profiles').values({ user_id: other, name: 'Kofi Annor' }).execute()
    await storeTransfer(owner, other, 'paid')
    await sql`insert into screening_subjects (kind, user_id, name, state, active_until)
      values ('customer', ${customer}, 'Mariama Bah', 'clear', now())`.execute(owner)
    const { body } = await kofi.browser.get(`/office/api/customers/${customer}`)
    expect(body).toMatchObject({ screening: { state: 'clear', at: null } })
    expect(body['linked']).toEqual([{ id: other, name: 'K••• A••••', by: 'wallet' }])
    const hidden = await esi.browser.get(`/office/api/customers/${customer}`)
    expect(hidden.body).toMatchObject({ cases: [], screening: null, linked: [] })
  })

  it('opens one case that staff watch, and adds to it', async () => {
    const open = (member: TestMember, reason: string) =>
      member.browser.post(`/office/api/customers/${customer}/case`, { reason })
    expect((await open(esi, 'Many cards')).code).toBe('not_permitted')
    const { body } = await open(kofi, 'Many cards in one day')
    expect(body).toMatchObject({
      ...{ kind: 'monitoring', stage: 'review', state: 'open' },
      events: [{ kind: 'opened', detail: 'Kofi Compliance: Many cards in one day' }],
    })
    expect((await open(kofi, 'Another card')).body).toMatchObject({
      number: body['number'],
      events: [{ kind: 'opened' }, { kind: 'evidence' }],
    })
    expect((await kofi.browser.get(`/office/api/customers/${customer}`)).body).toMatchObject({
      cases: [{ number: body['number'] }],
    })
    const nobody = `/office/api/customers/${crypto.randomUUID()}/case`
    expect((await kofi.browser.post(nobody, { reason: 'Nobody' })).code).toBe('not_found')
  })

  it('allows only compliance to put it on hold and lift the hold', async () => {
    expect((await change(esi, 'hold')).code).toBe('not_permitted')
    expect((await change(kofi, 'hold')).status).toBe(204)
    expect(await page()).toMatchObject({
      holds: [{ cause: 'staff', openedBy: 'Kofi Compliance', liftedAt: null }],
    })
    expect((await change(kofi, 'lift-holds')).status).toBe(204)
    expect(await page()).toMatchObject({ holds: [{ liftedBy: 'Kofi Compliance' }] })
  })
})

describe('a transfer’s page', () => {
  const page = async (member: TestMember) =>
    (await member.browser.get(`/office/api/transfers/${transfer.reference}`)).body

  it('shows the actions possible now, and the roles that may take them', async () => {
    expect(await page(esi)).toMatchObject({
      customerId: customer,
      recipientName: 'I•••• K•••••',
      holdDetail: null,
      actions: [
        { action: 'hold', permitted: true, twoPeople: false, refusal: null },
        { action: 'release', refusal: `${transfer.reference} isn’t on hold.` },
        { action: 'refund', refusal: `${transfer.reference} isn’t on hold.` },
        { action: 'repaid', refusal: `${transfer.reference} isn’t on hold.` },
        { action: 'answer', refusal: `${transfer.reference} isn’t on hold.` },
        { action: 'cancel', permitted: true, twoPeople: false, refusal: null },
      ],
    })
    const held = await esi.browser.post(`/office/api/transfers/${transfer.reference}/hold`, {
      reason: 'The customer called',
    })
    expect(held).toMatchObject({ status: 200, body: { mayStillMove: false } })
    expect(await page(efua)).toMatchObject({
      hold: 'staff',
      holdDetail: { owner: 'operations', runbook: 'docs/runbooks/holds/staff.md' },
      story: { entries: [{ text: 'On hold, Stopped by staff: The customer called', by: 'Esi Support' }] },
      actions: [
        { action: 'hold', refusal: `${transfer.reference} is already on hold.` },
        { action: 'release', permission: 'holds.release', permitted: true, twoPeople: false },
        { action: 'refund', permission: 'refunds.request', permitted: true, twoPeople: true },
        { action: 'repaid', permission: 'payouts.request', permitted: true, twoPeople: true },
        { action: 'answer', permission: 'payouts.request', permitted: true, twoPeople: true },
        { action: 'cancel', permitted: false },
      ],
    })
    const { body } = await efua.browser.get('/office/api/inbox?kind=holds')
    expect(body['work']).toMatchObject([{ id: transfer.reference, title: 'Stopped by staff' }])
    expect(await newestEntry('action.hold')).toMatchObject({
      actor: 'Esi Support',
      subject: transfer.reference,
      reason: 'The customer called',
    })
  })

  it('releases a small hold immediately, and requires a second person from the threshold on', async () => {
    const { owner } = world.database
    const { reference } = await storeTransfer(owner, customer, 'awaiting_payment')
    const path = `/office/api/transfers/${reference}`
    await esi.browser.post(`${path}/hold`, { reason: 'The customer called' })
    const release = () => efua.browser.post(`${path}/release`, { reason: 'All is well' })
    await insertPolicy(owner, 'release_threshold', 'release threshold', { amount: '10000' })
    const asked = await release()
    expect(asked.body).toMatchObject({
      outcome: 'requested',
      approval: { action: 'release', state: 'pending' },
    })
    expect((await kofi.browser.get(path)).body).toMatchObject({ approvals: [{ mayDecide: true }] })
    await insertPolicy(owner, 'release_threshold', 'release threshold', { amount: '10001' })
    expect((await release()).body).toEqual({ outcome: 'done', approval: null })
    expect((await release()).code).toBe('action_refused')
    // The subject of the first request has changed.
    const { id } = asked.body['approval'] as { id: string }
    const late = await kofi.browser.post(`/office/api/approvals/${id}/approve`, { note: 'Looked at it' })
    expect(late.code).toBe('approval_outdated')
  })

  it('has the ledger’s postings and the notices, and cases only for compliance', async () => {
    const { owner } = world.database
    await sql`
      with entry as (insert into ledger_entries (transfer_id, kind) values (${transfer.id}, 'capture') returning id)
      insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
      select id, ${transfer.id}, 'card_clearing:USD', 'customer:USD', 10000, 'USD' from entry`.execute(owner)
    await owner
      .insertInto('notices')
      .values({ user_id: customer, kind: 'transfer_sent', subject: transfer.id })
      .execute()
    await sql`insert into user_notices (user_id, kind, key, title, body, path)
      values (${customer}, 'sent', ${`sent:${transfer.id}:1`}, 'Sent', 'Sent', '/'),
        (${customer}, 'rate', 'rate:other', 'Rate', 'Rate', '/')`.execute(owner)
    await sql`insert into cases (kind, stage, subject_kind, subject_id, due_at)
      values ('screening', 'hold', 'account', ${customer}, now())`.execute(owner)
    expect(await page(kofi)).toMatchObject({
      story: {
        entries: expect.arrayContaining([
          expect.objectContaining({
            details: [
              expect.objectContaining({
                ...{ kind: 'ledger' },
                text: 'Charged: USD 100.00 from Card provider, USD to Owed to customers, USD',
              }),
            ],
          }),
        ]) as unknown[],
      },
      notices: expect.arrayContaining([
        expect.objectContaining({ kind: 'sent', channel: 'app' }),
        expect.objectContaining({ kind: 'transfer_sent', channel: 'message' }),
      ]),
      cases: expect.arrayContaining([
        expect.objectContaining({ kind: 'screening', state: 'open' }),
      ]) as unknown[],
    })
    expect(await page(efua)).toMatchObject({ cases: [] })
    expect(JSON.stringify((await page(kofi))['notices'])).not.toContain('rate')
  })

  it('shows the recipient in full only for a reason', async () => {
    const { body } = await esi.browser.post(`/office/api/transfers/${transfer.reference}/reveal`, {
      reason: 'Name on the wallet differs',
    })
    expect(body).toEqual({ name: 'Isata Kamara', phone: '+231770000555' })
    expect(await newestEntry('recipient.revealed')).toMatchObject({ subject: transfer.reference })
  })
})

it('exports the whole audit log, more than one page, and all transfers of a customer', async () => {
  const { owner, db } = world.database
  const person = await storeUser(owner)
  const older = await storeTransfer(owner, person, 'sent')
  const newer = await storeTransfer(owner, person, 'refunded')
  const { body } = await esi.browser.get(`/office/api/customers/${person}/transfers/export`)
  const lines = String(body['text']).trim().split('\r\n')
  expect(lines[0]).toMatch(/^"Reference","State","Held for","Sent","Currency"/)
  expect(lines.slice(1).map((line) => line.replaceAll('"', '').split(',').slice(0, 2))).toEqual([
    [newer.reference, 'refunded'],
    [older.reference, 'sent'],
  ])
  const [first] = await pageOfTransfers(db, person, { before: undefined, limit: 1 })
  expect(await pageOfTransfers(db, person, { before: first?.id, limit: 5 })).toMatchObject([
    { reference: older.reference },
  ])
  expect(await newestEntry('customer.transfers_exported')).toMatchObject({
    ...{ actor: 'Esi Support', subject: person },
    after: { rows: 2 },
  })

  await sql`select append_audit(null, 'test.entry', n::text, null, null) from generate_series(1, 1100) n`.execute(
    owner,
  )
  const log = await kofi.browser.get('/office/api/audit/export?action=test.entry')
  const entries = String(log.body['text']).trim().split('\r\n')
  expect(entries).toHaveLength(1101)
  expect(entries[1]).toMatch(/,"System",,,"test\.entry",1100,/)
  expect(await newestEntry('audit.exported')).toMatchObject({ after: { action: 'test.entry', rows: 1100 } })
  expect((await esi.browser.get('/office/api/audit/export')).code).toBe('not_permitted')
})

it('keeps notes on customers and transfers, for support and compliance', async () => {
  const [ofTransfer, ofCustomer] = [
    `/office/api/transfers/${transfer.reference}/notes`,
    `/office/api/customers/${customer}/notes`,
  ]
  expect((await esi.browser.post(ofTransfer, { text: '  ' })).status).toBe(400)
  await esi.browser.post(ofTransfer, { text: 'The customer will send a receipt.' })
  const { status } = await kofi.browser.post(ofCustomer, { text: 'Knows that we ask for documents.' })
  expect(status).toBe(201)
  expect((await kofi.browser.get(ofTransfer)).body['notes']).toMatchObject([
    { author: 'Esi Support', text: 'The customer will send a receipt.', reference: transfer.reference },
  ])
  expect((await esi.browser.get(ofCustomer)).body['notes']).toMatchObject([
    { author: 'Kofi Compliance', reference: null },
    { author: 'Esi Support', reference: transfer.reference },
  ])
  expect(await newestEntry('note.added')).toMatchObject({ actor: 'Kofi Compliance', subject: customer })
  expect(await newestEntry('notes.read')).toMatchObject({ actor: 'Esi Support', subject: customer })
  expect((await efua.browser.get(ofTransfer)).code).toBe('not_permitted')
  expect((await esi.browser.get('/office/api/transfers/S-00000000/notes')).status).toBe(404)
})

it('pages the audit log, and records its reading', async () => {
  const first = (await kofi.browser.get('/office/api/audit?limit=2')).body
  const second = (await kofi.browser.get(`/office/api/audit?limit=2&cursor=${String(first['next'])}`)).body
  const seqs = [first, second].flatMap(({ entries }) =>
    (entries as { seq: string }[]).map(({ seq }) => Number(seq)),
  )
  expect(seqs).toEqual([...seqs].sort((a, b) => b - a))
  expect(new Set(seqs).size).toBe(4)
  const byMember = (await kofi.browser.get(`/office/api/audit?member=${kofi.id}&limit=1`)).body
  expect(byMember['entries']).toMatchObject([{ action: 'audit.read', actor: 'Kofi Compliance' }])
})

it('masks names, numbers and addresses of any length', () => {
  expect([maskName(null), maskName('Ö'), maskName('Ama  Abena Mensah')]).toEqual([
    null,
    'Ö',
    'A••  A•••• M•••••',
  ])
  expect([maskPhone(null), maskPhone('+23177'), maskPhone('+231770000555')]).toEqual([
    null,
    '••••••',
    '+231••••••555',
  ])
  expect([maskEmail(null), maskEmail('a@b.c')]).toEqual([null, 'a•@b.c'])
})

describe('all accounts, and a number', () => {
  it('are signed out and unlocked by a member whose roles allow it, with a reason', async () => {
    const { owner } = world.database
    const session = { user_id: customer, token_hash: randomBytes(32), device: 'A phone', trusted: false }
    const lives = { expires_at: new Date(Date.now() + 3_600_000), idle_limit: '60 minutes' }
    await owner
      .insertInto('sessions')
      .values({ ...session, ...lives })
      .execute()
    const reason = 'The signing key is known'
    const everyone = (member: TestMember) =>
      member.browser.post('/office/api/customers/sign-out-everyone', { reason })
    expect((await everyone(efua)).code).toBe('not_permitted')
    const { body } = await everyone(esi)
    expect(body).toEqual({ accounts: 1, sessions: 1 })

    const unlock = (phone: string) => esi.browser.post('/office/api/numbers/unlock', { phone, reason })
    expect((await unlock('0241234567')).body).toMatchObject({
      error: {
        code: 'action_refused',
        message: expect.stringContaining('Include the country code') as string,
      },
    })
    expect((await unlock('+233241234567')).code).toBe('action_refused')
    await sql`insert into wrong_codes values (sha256(convert_to('+233241234567', 'UTF8')), 100)`.execute(
      owner,
    )
    expect((await unlock('+233 24 123 4567')).status).toBe(204)
    const rows = await owner
      .selectFrom('staff_actions')
      .select(['action', 'staff', 'reason'])
      .where('action', 'in', ['end_sessions', 'unlock_number'])
      .orderBy('id')
      .execute()
    expect(rows.slice(-2)).toEqual(
      ['end_sessions', 'unlock_number'].map((action) => ({ action, staff: 'Esi Support', reason })),
    )
  })
})

it('messages are listed by state, without text and with only the end of the address', async () => {
  const { owner } = world.database
  await sql`insert into messages (id, channel, recipient, body, state)
    values (gen_random_uuid(), 'sms', '+233241239999', 'sealed', 'queued')`.execute(owner)
  const { body } = await esi.browser.get('/office/api/messages?state=queued')
  const messages = body['messages'] as Record<string, unknown>[]
  expect(messages).toContainEqual(
    expect.objectContaining({ channel: 'sms', to: '…9999', state: 'queued', failure: null, attempts: 0 }),
  )
  expect(JSON.stringify(body)).not.toMatch(/sealed|23324/)
  expect((await esi.browser.get('/office/api/messages?state=failed')).body).toEqual({ messages: [] })
  expect((await esi.browser.get('/office/api/messages?state=lost')).status).toBe(400)
})
