import { calls } from '@sesa/contract'
import { openApiDocument } from '@sesa/contract/openapi'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const PAGE = fileURLToPath(new URL('../../../../docs/security/openapi-rules.md', import.meta.url))

interface Silence {
  readonly rule: string
  readonly where: RegExp
}

async function silences(): Promise<Silence[]> {
  const page = await readFile(PAGE, 'utf8')
  return [...page.matchAll(/^\| `(owasp:[^`]+)` +\| `([^`]+)` +\| .{5,} \|$/gm)].map(
    ([, rule = '', where = '']) => ({
      rule,
      where: new RegExp(where),
    }),
  )
}

async function findings(document: Record<string, unknown>): Promise<{ rule: string; place: string }[]> {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset(owasp as unknown as RulesetDefinition)
  const found = await spectral.run(document)
  return found.map(({ code, path }) => ({ rule: String(code), place: path.join('.') }))
}

it('the document has no finding of the OWASP rules that is neither fixed nor explained', async () => {
  const [found, silenced] = [await findings(openApiDocument(calls)), await silences()]
  const covers = (silence: Silence, { rule, place }: { rule: string; place: string }): boolean =>
    silence.rule === rule && silence.where.test(place)
  const open = found.filter((finding) => !silenced.some((silence) => covers(silence, finding)))
  const idle = silenced.filter((silence) => !found.some((finding) => covers(silence, finding)))
  console.log(`${found.length} findings, ${found.length - open.length} explained by ${silenced.length} rows`)
  expect(open).toEqual([])
  expect(idle).toEqual([])
  expect(silenced.length).toBeGreaterThan(20)
})

it('the rules find a call that anyone may make', async () => {
  const document = openApiDocument({ open: { ...calls.signOut, path: '/everything' } })
  const rules = (await findings(document)).map(({ rule }) => rule)
  expect(rules).toContain('owasp:api2:2023-write-restricted')
})
