import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../testing/sandbox.ts'
import { LABELLED_PAIRS } from './labelled.ts'
import { INVENTED_LIST } from './list.ts'
import { scoreOf } from './matching.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox('http://127.0.0.1:9')
})
afterAll(() => sandbox.close())

const person = (name: string, birthDate?: string) => ({
  schema: 'Person',
  properties: { name: [name], ...(birthDate !== undefined && { birthDate: [birthDate] }) },
})
const match = (queries: object, search = '', more: object = {}) =>
  sandbox.call('POST', `/sandbox/yente/match/default${search}`, { queries, ...more })

interface Result {
  id: string
  score: number
  match: boolean
}
const resultsOf = (answer: Awaited<ReturnType<typeof match>>, key = 'q'): Result[] =>
  (answer.json as { responses: Record<string, { results: Result[] }> }).responses[key]?.results ?? []

test('answers each query of a batch by its key, best first', async () => {
  const answer = await match({ q: person('Kamara Santigie', '1968-05-05'), other: person('Ama Mensah') })
  expect(answer.status).toBe(200)
  expect(resultsOf(answer)[0]).toMatchObject({ id: 'inv-kamara', match: true, target: true })
  expect(resultsOf(answer, 'other').filter((result) => result.match)).toEqual([])
  expect(answer.json).toMatchObject({
    limit: 5,
    responses: { q: { status: 200, total: { value: expect.any(Number) }, query: { schema: 'Person' } } },
  })
})

test('marks a result as a match from the threshold on', async () => {
  const query = { q: person('Foday Conteh', '1999-01-01') }
  const [low] = resultsOf(await match(query, '?threshold=0.55'))
  const [high] = resultsOf(await match(query, '?threshold=0.7'))
  expect([low, high]).toMatchObject([
    { score: 0.6, match: true },
    { score: 0.6, match: false },
  ])
})

test('leaves out excluded entities', async () => {
  const query = { q: person('Foday Conteh') }
  expect(resultsOf(await match(query))).toHaveLength(1)
  expect(resultsOf(await match(query, '?exclude_entity_ids=inv-conteh&exclude_entity_ids=other'))).toEqual([])
})

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, person('Ama Mensah')]))
const excluding = (count: number) =>
  `?${Array.from({ length: count }, (_, index) => `exclude_entity_ids=e${index}`).join('&')}`

test.each([
  ['an unknown config key', { q: person('A B') }, '', { config: { nm_typo: 1 } }, 400],
  ['a known config key', { q: person('A B') }, '', { config: { nm_name_cutoff: 0.8 } }, 200],
  ['weights that are no numbers', { q: person('A B') }, '', { weights: { name_match: 'high' } }, 422],
  ['no query', {}, '', {}, 400],
  ['101 queries', many(101), '', {}, 400],
  ['100 queries', many(100), '', {}, 200],
  ['an unknown algorithm', { q: person('A B') }, '?algorithm=magic', {}, 400],
  ['a threshold above 1', { q: person('A B') }, '?threshold=2', {}, 422],
  ['51 excluded ids', { q: person('A B') }, excluding(51), {}, 422],
  ['50 excluded ids', { q: person('A B') }, excluding(50), {}, 200],
  ['an unknown schema', { q: { schema: 'Ghost', properties: {} } }, '', {}, 400],
  ['a name that is no list', { q: { schema: 'Person', properties: { name: 'A B' } } }, '', {}, 422],
])('answers %s as yente does', async (_case, queries, search, more, status) => {
  expect((await match(queries, search, more)).status).toBe(status)
})

test('knows one dataset', async () => {
  const answer = await sandbox.call('POST', '/sandbox/yente/match/peps', { queries: { q: person('A B') } })
  expect(answer.status).toBe(404)
})

const catalog = (etag?: string) =>
  sandbox.call(
    'GET',
    '/sandbox/yente/catalog',
    undefined,
    etag === undefined ? {} : { 'if-none-match': etag },
  )

test('changes version and ETag with the list, and matches the new entry', async () => {
  const before = await catalog()
  const etag = before.headers.get('etag') ?? ''
  expect((await catalog(etag)).status).toBe(304)
  const entry = { id: 'added-1', names: ['Kwabena Added Person'], topics: ['sanction'] }
  expect((await sandbox.call('POST', '/sandbox/screening-list', entry)).status).toBe(201)
  const after = await catalog(etag)
  expect(after.status).toBe(200)
  expect(after.headers.get('etag')).not.toBe(etag)
  expect(resultsOf(await match({ q: person('Kwabena Added Person') }))[0]).toMatchObject({ id: 'added-1' })
  expect((await sandbox.call('GET', '/sandbox/yente/entities/added-1')).json).toMatchObject({
    properties: { topics: ['sanction'] },
  })
  expect((await sandbox.call('DELETE', '/sandbox/screening-list/added-1')).status).toBe(200)
  expect((await sandbox.call('GET', '/sandbox/yente/entities/added-1')).status).toBe(404)
})

test('is ready even when its index is stale, as the catalog says', async () => {
  await sandbox.call('PUT', '/sandbox/screening-list/stale', { stale: true })
  expect((await catalog()).json).toMatchObject({ index_stale: true, current: [], outdated: ['default'] })
  expect((await sandbox.call('GET', '/sandbox/yente/readyz')).status).toBe(200)
  await sandbox.call('PUT', '/sandbox/screening-list/stale', { stale: false })
  expect((await catalog()).json).toMatchObject({ index_stale: false, current: ['default'] })
})

test('fails and is slow on request', async () => {
  await sandbox.setFault({ target: 'screening', mode: 'error_500', count: 1 })
  expect((await match({ q: person('A B') })).status).toBe(500)
  expect((await match({ q: person('A B') })).status).toBe(200)
})

test('labels only entries of the list', () => {
  const ids = new Set(INVENTED_LIST.map(({ id }) => id))
  const unknown = LABELLED_PAIRS.filter(({ expected }) => expected !== null && !ids.has(expected))
  expect(unknown).toEqual([])
})

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..')
const NAME = /["'`]((?:\p{Lu}[\p{L}.'’-]*)(?: \p{Lu}[\p{L}.'’-]*){1,3})["'`]/gu

test('matches no name that tests, journeys and benches use', () => {
  const files = ['e2e', 'bench', 'chaos', 'apps', 'packages/test-kit', 'packages/contract'].flatMap(
    (folder) =>
      globSync(`${folder}/**/*.ts`, { cwd: REPOSITORY, exclude: (name) => name.includes('node_modules') }),
  )
  const names = files
    .filter((file) => !/screening|yente|cases|office-jobs/.test(file))
    .flatMap((file) => [...readFileSync(path.join(REPOSITORY, file), 'utf8').matchAll(NAME)])
    .map(([, name = '']) => name)
  const asked = [...new Set(names)].map((name) => ({ schema: 'Person', names: [name], birthDates: [] }))
  const found = asked.filter((one) => INVENTED_LIST.some((entry) => scoreOf(one, entry).score >= 0.65))
  expect(asked.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})
