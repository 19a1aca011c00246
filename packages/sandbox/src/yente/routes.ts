import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerUnderFaults } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import type { Entry } from './list.ts'
import { scoreOf, type Asked } from './matching.ts'
import { ALGORITHMS, BEST, readParameters, readQueries, Unprocessable, type Parameters } from './request.ts'
import { DATASET, etagOf, openList, type ListState, type ListStore } from './store.ts'

const FIRST_SEEN = '2026-01-01T00:00:00'
const PROGRAMME = 'Invented programme of sanctions'

function entityOf(entry: Entry) {
  const { id, schema, names, birthDate, country, topics } = entry
  return {
    id,
    caption: names[0] ?? id,
    schema,
    properties: {
      name: names,
      country: [country],
      topics,
      ...(birthDate !== undefined && { birthDate: [birthDate] }),
      ...(topics.includes('sanction') && { program: [PROGRAMME] }),
    },
    datasets: ['invented_list'],
    referents: [],
    target: true,
    first_seen: FIRST_SEEN,
    last_seen: FIRST_SEEN,
    last_change: FIRST_SEEN,
  }
}

function match(list: ListStore, asked: Asked, { limit, threshold, excluded, topics }: Parameters) {
  const results = list
    .entries()
    .filter(({ id }) => !excluded.includes(id))
    .filter((entry) => topics.length === 0 || entry.topics.some((topic) => topics.includes(topic)))
    .map((entry) => ({ ...entityOf(entry), ...scoreOf(asked, entry) }))
    // yente also returns candidates below the threshold, with `match: false`.
    .filter(({ score }) => score > 0.5)
    .map((result) => ({ ...result, match: result.score >= threshold }))
    .toSorted((one, other) => other.score - one.score)
  return {
    status: 200,
    results: results.slice(0, limit),
    total: { value: results.length, relation: 'eq' },
    query: {
      schema: asked.schema,
      properties: { name: asked.names, ...(asked.birthDates.length > 0 && { birthDate: asked.birthDates }) },
    },
  }
}

function catalogOf({ version, updatedAt, isStale }: ListState) {
  const dataset = {
    name: DATASET,
    title: 'An invented list',
    version,
    index_version: version,
    index_current: !isStale,
    updated_at: new Date(updatedAt).toISOString().slice(0, 19),
    load: true,
  }
  return {
    datasets: [dataset],
    current: isStale ? [] : [DATASET],
    outdated: isStale ? [DATASET] : [],
    index_stale: isStale,
  }
}

function requireDataset(name: string): void {
  if (name !== DATASET) throw new Unprocessable(404, `No such dataset: ${name}`)
}

/** Answers with the result of `act`, or refuses as yente does. */
function answer(reply: FastifyReply, act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof Unprocessable)) throw error
    reply.code(error.status)
    return { detail: error.message }
  }
}

type Parameter = Record<string, string | string[] | undefined>

const newEntry = {
  type: 'object',
  required: ['id', 'names', 'topics'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', pattern: '^[A-Za-z0-9-]{1,100}$' },
    schema: { enum: ['Person', 'Company'], default: 'Person' },
    names: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
    birthDate: { type: 'string', pattern: '^\\d{4}(-\\d\\d(-\\d\\d)?)?$' },
    country: { type: 'string', pattern: '^[a-z]{2}$', default: 'gh' },
    topics: { type: 'array', items: { type: 'string' } },
  },
}

/**
 * Registers OpenSanctions' yente over an invented list, under `/sandbox/yente`, and the controls of the list under
 * `/sandbox/screening-list`: add an entry, remove one, make the index stale.
 */
export function registerYente(app: FastifyInstance, world: World): void {
  const list = openList(world)
  const broken = (reply: FastifyReply) => () => {
    reply.code(500)
    return { detail: 'The index is out of order.' }
  }

  app.post<{ Params: { dataset: string }; Querystring: Parameter }>(
    '/sandbox/yente/match/:dataset',
    (request, reply) =>
      answerUnderFaults(world, 'screening', request, reply, {
        act: () =>
          answer(reply, () => {
            requireDataset(request.params.dataset)
            const parameters = readParameters(request.query)
            const queries = readQueries(request.body)
            const responses = Object.fromEntries(
              [...queries].map(([key, asked]) => [key, match(list, asked, parameters)]),
            )
            return { responses, matcher: { name: parameters.algorithm }, limit: parameters.limit }
          }),
        fail: broken(reply),
      }),
  )

  app.get('/sandbox/yente/catalog', (request, reply) =>
    answerUnderFaults(world, 'screening', request, reply, {
      act() {
        const state = list.state()
        const etag = etagOf(state)
        reply.header('etag', etag)
        if (request.headers['if-none-match'] === etag) {
          reply.code(304)
          return ''
        }
        return catalogOf(state)
      },
      fail: broken(reply),
    }),
  )

  app.get<{ Params: { id: string } }>('/sandbox/yente/entities/:id', (request, reply) =>
    answerUnderFaults(world, 'screening', request, reply, {
      act: () =>
        answer(reply, () => {
          const entry = list.entries().find(({ id }) => id === request.params.id)
          if (entry === undefined) throw new Unprocessable(404, 'No such entity!')
          return entityOf(entry)
        }),
      fail: broken(reply),
    }),
  )

  app.get('/sandbox/yente/algorithms', () => ({
    algorithms: ALGORITHMS.map((name) => ({ name, description: 'an imitation' })),
    default: BEST,
    best: BEST,
  }))
  app.get('/sandbox/yente/healthz', () => ({ status: 'ok' }))
  // Like yente: ready even when the index is stale.
  app.get('/sandbox/yente/readyz', () => ({ status: 'ok' }))

  app.get('/sandbox/screening-list', () => ({ ...list.state(), entries: list.entries() }))
  app.post<{ Body: Entry }>('/sandbox/screening-list', { schema: { body: newEntry } }, ({ body }, reply) =>
    reply.code(201).send(list.put(body)),
  )
  app.delete<{ Params: { id: string } }>('/sandbox/screening-list/:id', ({ params }, reply) =>
    list.remove(params.id)
      ? reply.send(list.state())
      : reply.code(404).send({ error: `the list has no entry ${params.id}` }),
  )
  app.put<{ Body: { stale: boolean } }>(
    '/sandbox/screening-list/stale',
    {
      schema: {
        body: { type: 'object', required: ['stale'], properties: { stale: { type: 'boolean' } } },
      },
    },
    ({ body }) => {
      list.setStale(body.stale)
      return list.state()
    },
  )
}
