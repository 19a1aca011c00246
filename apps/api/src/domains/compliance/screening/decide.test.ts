import { describe, expect, it, test } from 'vitest'
import { decideVerdict, isOnlyExposed, openMatches, stateAfter, type Standing } from './decide.ts'
import type { ListResult } from './ports.ts'

const found = (change: Partial<ListResult> = {}): ListResult => ({
  id: 'e-1',
  caption: 'Ekow Mensah',
  topics: ['sanction'],
  birthDates: [],
  score: 0.9,
  isMatch: true,
  explanations: {},
  fingerprint: 'one',
  ...change,
})

test.each([
  [['role.pep'], true],
  [['role.pep', 'role.rca'], true],
  [['role.pep', 'sanction'], false],
  [['debarment'], false],
  // An entry without a topic can be of any kind.
  [[], false],
])('topics %j only name an exposed person: %s', (topics, expected) => {
  expect(isOnlyExposed({ topics })).toBe(expected)
})

describe('open matches', () => {
  it('leave out results below the threshold', () => {
    expect(openMatches([found({ isMatch: false })], [])).toEqual([])
  })

  it('leave out entities that staff decided, only for the same data', () => {
    const decided = [{ entityId: 'e-1', fingerprint: 'one' }]
    expect(openMatches([found()], decided)).toEqual([])
    expect(openMatches([found({ fingerprint: 'two' })], decided)).toHaveLength(1)
    expect(openMatches([found({ id: 'e-2' })], decided)).toHaveLength(1)
  })
})

const PEP = found({ topics: ['role.pep'] })
test.each([
  ['unscreened', [], 'clear'],
  ['unscreened', [PEP], 'review'],
  ['clear', [PEP], 'review'],
  ['clear', [PEP, found()], 'match'],
  ['review', [], 'review'],
  ['review', [found()], 'match'],
  ['match', [], 'match'],
  ['match', [PEP], 'match'],
  ['blocked', [], 'blocked'],
  ['refused', [found()], 'refused'],
] as const)('%s with %j becomes %s', (before, open, after) => {
  expect(stateAfter(before, open)).toBe(after)
})

const at = (state: Standing['state'], isCurrent = true): Standing => ({ state, isCurrent })
test.each([
  ['both are clear', [at('clear'), at('clear')], true, 'clear'],
  ['one is reviewed', [at('clear'), at('review')], true, 'clear'],
  ['one is a match', [at('clear'), at('match')], false, 'stopped'],
  ['an old match', [at('clear'), at('match', false)], false, 'stopped'],
  ['one is blocked', [at('blocked'), at('refused')], false, 'stopped'],
  ['one is refused', [at('refused'), at('unscreened', false)], false, 'refused'],
  ['one is unknown, above the amount', [at('clear'), at('unscreened', false)], true, 'wait'],
  ['one is unknown, up to the amount', [at('clear'), at('unscreened', false)], false, 'clear_without_list'],
  ['one is out of date, above the amount', [at('clear', false), at('clear')], true, 'wait'],
  ['nobody is known', [], false, 'wait'],
  ['the sender is not known', [at('clear')], false, 'wait'],
] as const)('%s: %j', (_case, standings, isAbove, verdict) => {
  expect(decideVerdict(standings, isAbove)).toBe(verdict)
})
