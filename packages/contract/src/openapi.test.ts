import { describe, expect, it } from 'vitest'
import { COMMON_ERRORS, ERRORS, calls, type Call } from './index.ts'
import { jsonSchema, openApiDocument } from './openapi.ts'

const all = Object.entries(calls) as [string, Call][]
const document = openApiDocument(calls) as {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { description: string }> }>
  >
}

describe('the OpenAPI document', () => {
  it('has one operation per call, at its method and path', () => {
    expect(all.length).toBeGreaterThan(20)
    for (const [name, call] of all) {
      expect(document.paths[call.path]?.[call.method.toLowerCase()]?.operationId).toBe(name)
    }
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    expect(operations).toHaveLength(all.length)
  })

  it('lists every code that a call can answer under its status', () => {
    for (const [, call] of all) {
      const responses = document.paths[call.path]?.[call.method.toLowerCase()]?.responses ?? {}
      for (const code of [...call.errors, ...COMMON_ERRORS]) {
        expect(responses[ERRORS[code].status]?.description).toContain(`\`${code}\``)
      }
    }
  })
})

it('has no name and no address twice', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(all.length)
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length)
})

it('lists the codes of customers’ calls, and none of the office', () => {
  const { components } = openApiDocument(calls) as {
    components: {
      schemas: { Error: { properties: { error: { properties: { code: { enum: string[] } } } } } }
    }
  }
  const listed = components.schemas.Error.properties.error.properties.code.enum
  const answered = new Set([...COMMON_ERRORS, ...all.flatMap(([, call]) => call.errors)])
  expect([...answered].filter((code) => !listed.includes(code))).toEqual([])
  for (const code of ['same_person', 'approval_pending', 'action_refused', 'last_administrator'])
    expect(listed).not.toContain(code)
})

describe('every call', () => {
  it.each(all)('%s refuses unknown fields of its body', (_name, call) => {
    for (const answer of Object.values(call.success))
      if (answer) expect(jsonSchema(answer)['type']).toBe('object')
    if (call.body)
      expect(jsonSchema(call.body)).toMatchObject({ type: 'object', additionalProperties: false })
  })

  it.each(all)('%s names the parameters of its path', (_name, call) => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()
    const declared = call.params ? Object.keys(jsonSchema(call.params)['properties'] as object).sort() : []
    expect(declared).toEqual(inPath)
  })
})

it('has a sentence and an error status for every code', () => {
  const entries = Object.entries(ERRORS)
  expect(entries.length).toBeGreaterThan(50)
  for (const [code, { status, message }] of entries) {
    expect(code).toMatch(/^[a-z0-9_]+$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(message).toMatch(/^[A-Z]/)
  }
})
