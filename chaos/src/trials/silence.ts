import { calls, type Call } from '@sesa/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../world/person.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

/** Maximum time of an answer while the database is silent (F23), in milliseconds. */
const LONGEST_MS = 2_000
const ROUNDS = 3
const PATIENCE_MS = 30_000
const AT_ONCE = 8
const PAGES = ['/', '/sign-in', '/docs', '/openapi.json', '/robots.txt']

interface Route {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly bearer: string | undefined
}

/** Returns every operation with a valid token, those that need none also without one, and pages. */
function routesFor({ bearer }: Person): Route[] {
  const all: Call[] = Object.values(calls)
  const place = ({ method, path }: Call) => ({
    method,
    path: path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
  })
  const named = (call: Call, who: string): string => `${call.method} ${call.path}${who}`
  return [
    ...all.map((call) => ({ ...place(call), name: named(call, ''), bearer })),
    ...all
      .filter(({ auth }) => auth === 'none')
      .map((call) => ({ ...place(call), name: named(call, ' (no token)'), bearer: undefined })),
    ...PAGES.map((path) => ({ name: `GET ${path}`, method: 'GET', path, bearer })),
  ]
}

interface Asked {
  readonly name: string
  readonly status: number
  readonly ms: number
}

/** Returns the status of one request, including pages and redirects; 0 if no answer arrived in time. */
async function statusOf(url: string, method: string, bearer: string | undefined): Promise<number> {
  const headers = {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(method !== 'GET' && { 'content-type': 'application/json' }),
  }
  const init = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) } as const
  try {
    const response = await fetch(url, method === 'GET' ? init : { ...init, body: '{}' })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

async function askAll(base: string, routes: readonly Route[]): Promise<Asked[]> {
  const asked: Asked[] = []
  const waiting = Array.from({ length: ROUNDS }, () => routes)
    .flat()
    .values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { name, method, path, bearer } of waiting) {
        const start = performance.now()
        const status = await statusOf(base + path, method, bearer)
        asked.push({ name, status, ms: performance.now() - start })
      }
    }),
  )
  return asked
}

/** Returns the slowest answer of each route, the slowest first. */
function slowestOf(asked: readonly Asked[]): (readonly [string, number])[] {
  const slowest = new Map<string, number>()
  for (const { name, ms } of asked) slowest.set(name, Math.max(ms, slowest.get(name) ?? 0))
  return [...slowest].sort(([, one], [, other]) => other - one)
}

async function untilServed(person: Person): Promise<number> {
  const start = performance.now()
  while ((await person.quiet(calls.getUser)).status !== 200) {
    if (performance.now() - start > 60_000) throw new Error('Nothing is served a minute after the silence')
    await sleep(100)
  }
  return performance.now() - start
}

/** The database neither answers nor closes its connections. */
export const silence: readonly Trial[] = [
  {
    name: 'silent-database',
    what: `the database falls silent on every connection, old and new: each route answers within ${LONGEST_MS} ms (F23)`,
    world: { wires: true },
    async run(world) {
      const { wires } = world
      if (wires === undefined) throw new Error('The world has no wires')
      const person = await world.person()
      const routes = routesFor(person)
      await wires.server.database.set({ kind: 'timeout', ms: 0 })
      const asked = await askAll(world.base, routes)
      await wires.server.database.set(undefined)
      const back = await untilServed(person)
      const slowest = slowestOf(asked)
      const count = (wanted: (status: number) => boolean): number =>
        asked.filter(({ status }) => wanted(status)).length
      return quiesceAndVerify(
        world,
        [
          `F23 ${asked.length} requests to ${routes.length} routes under silence: ${count((status) => status === 503)} were 503, ` +
            `${count((status) => status > 0 && status < 500)} were answered without the database`,
          `F23 served again ${Math.round(back)} ms after the silence`,
          `F23 slowest answer of each route (ms): ${slowest.map(([name, ms]) => `${name} ${Math.round(ms)}`).join(', ')}`,
        ],
        [
          ...slowest
            .filter(([, ms]) => ms > LONGEST_MS)
            .map(([name, ms]) => `F23 broken: ${name} took ${Math.round(ms)} ms`),
          ...asked
            .filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
            .map(({ name, status }) => `F23 broken: ${name} got ${status}`),
        ],
      )
    },
  },
]
