import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { officeCalls, type OfficeCall } from '../office/index.ts'
import { jsonSchema } from '../openapi.ts'
import { isVisible, visibleRemedy, visibleText } from './visible-text.ts'

/** Every way we know to write nothing. */
const BLANKS = [
  ...['', '   ', '\n\n\n', '\t\t\t', '\u00a0\u00a0\u00a0', '\u2003\u2003\u2003', '\u3000\u3000\u3000'],
  ...[
    '\u200b\u200b\u200b',
    '\ufeff\ufeff\ufeff',
    '\u2060\u2060\u2060',
    '\u00ad\u00ad\u00ad',
    '\u2800\u2800\u2800',
  ],
  ...[
    '\u3164\u3164\u3164',
    '\u115f\u1160\uffa0',
    '\u180e\u180e\u180e',
    '\u202e\u202e\u202e',
    '\u0002\u0002\u0002',
  ],
  ...['\u{e0041}\u{e0042}\u{e0043}', '\ufe0f\ufe0f\ufe0f', '\u034f\u034f\u034f', ' \u200b \u00a0 '],
]

describe('a text that people read', () => {
  it.each(BLANKS.map((text) => [text]))('is not %j', (text) => {
    expect(isVisible(text)).toBe(false)
    expect(v.is(visibleText(1, 100), text)).toBe(false)
    expect(v.is(visibleText(3, 100), `ab${text}`)).toBe(false)
  })

  it.each(['They called us', 'abc', '123', '???', 'Koné', '客户来电了', 'مرحبا', '👍👍👍', 'a b\u200bc'])(
    'may be %j',
    (text) => {
      expect(v.is(visibleText(3, 100), text)).toBe(true)
    },
  )

  it('has its remedy, and no other pattern has', () => {
    const { properties } = jsonSchema(v.object({ text: visibleText(3, 100) })) as {
      properties: { text: { pattern: string } }
    }
    expect(visibleRemedy(properties.text.pattern)).toBe('Write at least 3 characters that people can see.')
    expect(visibleRemedy('^[a-z]{3}$')).toBeNull()
    expect(visibleRemedy('[a-z]{3}')).toBeNull()
  })
})

const WORDS = ['reason', 'note', 'text', 'words', 'explanation', 'narrative', 'action']

const calls: Readonly<Record<string, OfficeCall>> = officeCalls
/** The search and the lists accept any text: nothing keeps it. */
const TEXTS = Object.entries(calls)
  .filter(([call]) => !/^(search|list|export(Transfer|Customer)List)/.test(call))
  .flatMap(([call, { body }]) => {
    const { entries } = (body ?? { entries: {} }) as v.StrictObjectSchema<v.ObjectEntries, undefined>
    return Object.entries(entries).flatMap(([field, schema]) =>
      WORDS.includes(field) && v.is(schema, 'They called us about it') ? [{ call, field, schema }] : [],
    )
  })

it('no office call accepts a reason, note or answer without visible text', () => {
  expect(TEXTS.length).toBeGreaterThan(40)
  for (const { call, field, schema } of TEXTS)
    for (const blank of BLANKS)
      expect([call, field, blank, v.is(schema, blank)]).toEqual([call, field, blank, false])
})
