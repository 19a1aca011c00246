import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDb, type Db } from '../db/index.ts'
import { route } from '../http/route.ts'
import { createServer } from '../http/server/server.ts'
import { fillSlots } from '../http/server/slots.ts'
import { Refused } from '../lib/refused.ts'

/** Text that a person or a provider may send; each can end a string built by concatenation. */
const TEXTS = [
  'Ama "the boss" Mensah',
  "Ama 'the boss' Mensah",
  'back\\slash\\',
  'two\r\nlines\tand a tab',
  '</script><script>alert(1)</script>',
  'separators \u2028 and \u2029',
  'zero \u0000, escape \u001b, delete \u007f',
  '","code":"GH","admin":true,"x":"',
]

let db: Db
let app: FastifyInstance
let told = ''
beforeAll(async () => {
  // No query reaches the database here.
  db = createDb('postgres://nobody@127.0.0.1:9/none')
  app = await createServer({
    db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    authenticate: async () => null,
    modules: [
      {
        routes(instance) {
          route(instance, calls.findCountry, async ({ query }) => {
            if (query.name === 'refused') throw new Refused('invalid_field', { field: 'name', message: told })
            return { countries: [{ code: 'GH', name: told, served: true }] }
          })
        },
      },
    ],
  })
})
afterAll(async () => {
  await app.close()
  await db.destroy()
})

describe.each(TEXTS)('%j', (text) => {
  it.each(['Ghana', 'refused'])('stays one string of the JSON answer for %s', async (name) => {
    told = text
    const answer = await app.inject({ url: '/countries', query: { name } })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    const body = JSON.parse(answer.body) as Record<string, unknown>
    if (name === 'refused') {
      expect((body['error'] as { message: string }).message).toBe(text)
      return
    }
    const [country] = body['countries'] as Record<string, unknown>[]
    expect(Object.keys(body)).toEqual(['countries'])
    expect(Object.keys(country ?? {})).not.toContain('admin')
    expect(country?.['name']).toBe(text)
  })

  it('never ends the script element or the attribute of a page that it is filled into', () => {
    const page = fillSlots(
      '<script type="application/ld+json">{"a":"%[address]"}</script><a title="%[address]">',
      {
        address: text,
      },
    )
    expect(page.match(/<\/?script/g)).toHaveLength(2)
    expect(page.match(/"/g)).toHaveLength(8)
  })
})
