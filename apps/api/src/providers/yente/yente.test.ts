import { createSandbox } from '@sesa/sandbox'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { createYente, type YenteSettings } from './index.ts'

let sandbox: Awaited<ReturnType<typeof createSandbox>>
let url: string
beforeAll(async () => {
  sandbox = await createSandbox({
    dataFile: ':memory:',
    publicUrl: 'http://localhost:3000/sandbox',
    webhookBase: 'http://127.0.0.1:9',
    stripeWebhookSecret: 'whsec_test',
  })
  url = `${await sandbox.app.listen({ port: 0, host: '127.0.0.1' })}/sandbox/yente`
})
afterAll(() => sandbox.close())

const settings = (change: Partial<YenteSettings> = {}): YenteSettings => ({
  url,
  dataset: 'default',
  algorithm: 'logic-v2',
  threshold: 0.7,
  timeout: 5_000,
  ...change,
})
const EKOW = { name: 'Ekow Bentsil Mensah', birthDate: '1961-03-14' }
const AMA = { name: 'Ama Mensah', birthDate: null }

it('returns the results of each query, in order', async () => {
  const answer = await createYente(settings(), fetch).match([AMA, EKOW], [])
  expect(answer).toMatchObject({ ok: true })
  const [ama, ekow] = answer.ok ? answer.value : []
  expect(ama?.filter(({ isMatch }) => isMatch)).toEqual([])
  expect(ekow?.[0]).toMatchObject({
    id: 'inv-mensah',
    topics: ['sanction'],
    birthDates: ['1961-03-14'],
    score: 1,
    isMatch: true,
  })
})

it('gives an entity the same fingerprint when it is matched and when it is read', async () => {
  const yente = createYente(settings(), fetch)
  const answer = await yente.match([EKOW], [])
  const fingerprint = answer.ok ? answer.value[0]?.[0]?.fingerprint : undefined
  expect(await yente.readFingerprint('inv-mensah')).toEqual({ ok: true, value: fingerprint })
  expect(await yente.readFingerprint('inv-nobody')).toEqual({ ok: true, value: null })
})

it('leaves out what is excluded, and sends at most 50 of them', async () => {
  const yente = createYente(settings(), fetch)
  const excluding = (ids: readonly string[]) => yente.match([EKOW], ids)
  const answer = await excluding(['inv-mensah'])
  expect(answer.ok && answer.value[0]?.some(({ id }) => id === 'inv-mensah')).toBe(false)
  const many = Array.from({ length: 51 }, (_, index) => `e-${index}`)
  expect(await excluding(many)).toEqual({ ok: false, reason: 'refused' })
  expect(
    await yente.match(
      Array.from({ length: 101 }, () => AMA),
      [],
    ),
  ).toMatchObject({ ok: false })
})

it('names the version, and reports no change while the ETag is the same', async () => {
  const yente = createYente(settings(), fetch)
  const answer = await yente.readVersion(null)
  expect(answer).toMatchObject({
    ok: true,
    value: {
      version: expect.stringMatching(/^\d{14}-[a-z]{3}$/),
      updatedAt: expect.any(Date),
      isStale: false,
    },
  })
  const etag = answer.ok ? (answer.value?.etag ?? null) : null
  expect(await yente.readVersion(etag)).toEqual({ ok: true, value: null })
})

test.each([
  ['an unknown algorithm', { algorithm: 'magic' }, 'refused'],
  ['an unknown dataset', { dataset: 'nothing' }, 'refused'],
  ['nobody at the address', { url: 'http://127.0.0.1:9' }, 'unavailable'],
])('%s is a failure: %s', async (_case, change, reason) => {
  expect(await createYente(settings(change), fetch).match([AMA], [])).toEqual({ ok: false, reason })
})

const answering =
  (body: unknown, status = 200): typeof fetch =>
  () =>
    Promise.resolve(Response.json(body, { status }))
const RESULT = { id: 'Q1', caption: 'A B', properties: { topics: [] }, score: 0.8, match: false }

it('treats a score at the threshold as a match, whatever the engine reports', async () => {
  const body = { responses: { q0: { status: 200, results: [RESULT] } } }
  const answer = await createYente(settings(), answering(body)).match([AMA], [])
  expect(answer.ok && answer.value[0]?.[0]?.isMatch).toBe(true)
})

test.each([
  ['that leaves a query out', { responses: {} }, 200, 'malformed'],
  ['with a failed query', { responses: { q0: { status: 500, results: [] } } }, 200, 'malformed'],
  [
    'with a score above 1',
    { responses: { q0: { status: 200, results: [{ ...RESULT, score: 7 }] } } },
    200,
    'malformed',
  ],
  ['of another shape', [], 200, 'malformed'],
  ['429', {}, 429, 'unavailable'],
  ['503', {}, 503, 'unavailable'],
  ['401', {}, 401, 'refused'],
])('an answer %s never reads as "nothing found"', async (_case, body, status, reason) => {
  expect(await createYente(settings(), answering(body, status)).match([AMA], [])).toEqual({
    ok: false,
    reason,
  })
})

it('sends the key of the hosted service, and never the engine’s choice of algorithm', async () => {
  const asked: Request[] = []
  const yente = createYente(settings({ apiKey: 'secret' }), (input, init) => {
    asked.push(new Request(input, init))
    return Promise.resolve(Response.json({ responses: { q0: { status: 200, results: [] } } }))
  })
  await yente.match([EKOW], ['Q9'])
  const [request] = asked
  expect(request?.headers.get('authorization')).toBe('ApiKey secret')
  const { searchParams } = new URL(request?.url ?? '')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    algorithm: 'logic-v2',
    threshold: '0.7',
    exclude_entity_ids: 'Q9',
  })
  expect(await request?.json()).toEqual({
    queries: {
      q0: {
        schema: 'Person',
        properties: { name: ['Ekow Bentsil Mensah'], birthDate: ['1961-03-14'] },
      },
    },
  })
})
