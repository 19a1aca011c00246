import * as v from 'valibot'
import { expect, test } from 'vitest'
import { describeIssues } from './schema-problems.ts'

const whole = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))
const schema = v.strictObject({
  days: v.optional(whole, 1),
  by: v.optional(v.picklist(['card', 'device']), 'card'),
  look: v.optional(
    v.variant('kind', [
      v.strictObject({ kind: v.literal('ring'), days: whole }),
      v.strictObject({ kind: v.literal('velocity') }),
    ]),
  ),
  list: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  id: v.optional(v.pipe(v.string(), v.regex(/^[a-z]+$/, 'An id has lower-case letters.'))),
})

test.each([
  [{ other: 1 }, 'other: isn’t a known field; remove it'],
  [{ days: 1.5 }, 'days: must be a whole number, not 1.5'],
  [{ days: 0 }, 'days: must be at least 1, not 0'],
  [{ days: 11 }, 'days: must be at most 10, not 11'],
  [{ days: '3' }, 'days: must be a number, not "3"'],
  [{ by: 'phone' }, 'by: must be "card" or "device", not "phone"'],
  [{ look: { kind: 'circle' } }, 'look.kind: must be "ring" or "velocity", not "circle"'],
  [{ look: { kind: 'ring' } }, 'look.days: is missing'],
  [{ look: { kind: 'velocity', days: 1 } }, 'look.days: isn’t a known field; remove it'],
  [{ list: [] }, 'list: must have at least 1 of them, not 0'],
  [{ list: {} }, 'list: must be a list in [ ], not Object'],
  [{ list: [1] }, 'list.0: must be text in quotes, not 1'],
  [{ id: 'A' }, 'id: An id has lower-case letters.'],
  [null, 'rules: must be an object in { }, not null'],
])('describes the problem in %j', (given, problem) => {
  expect(describeIssues(v.safeParse(schema, given).issues ?? [], 'rules')).toEqual([problem])
})
