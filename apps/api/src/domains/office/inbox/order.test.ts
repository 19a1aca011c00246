import { MOST_COUNTED, WORK_KINDS } from '@sesa/contract/office'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareWork,
  countQueue,
  freeWork,
  inView,
  nextDueOf,
  nowOf,
  pageAfter,
  type Owned,
} from './order.ts'

const NOW = new Date('2026-11-29T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const ME = { id: 'me', name: 'Esi' }
const OTHER = { id: 'other', name: 'Kofi' }
const SEEN = { memberId: ME.id, now: NOW }

const item = (id: string, over: Partial<Owned> = {}): Owned => ({
  ...{ kind: 'holds', id, title: 'Held', about: id, amount: null, usd: 0n },
  ...{ since: at(-1), dueAt: null, owner: null, waitsFor: null },
  ...over,
})
const idsOf = (items: readonly Owned[]) => items.map(({ id }) => id)

describe('the order of work', () => {
  it('is by deadline, then by money, then by age, and ends with what has no deadline', () => {
    const items = [
      item('poor', { usd: 1n }),
      item('rich', { usd: 100n }),
      item('old', { usd: 1n, since: at(-9) }),
      item('due', { dueAt: at(2) }),
      item('overdue', { dueAt: at(-2) }),
      item('due with money', { dueAt: at(2), usd: 5n }),
    ]
    expect(idsOf(items.toSorted(compareWork))).toEqual([
      ...['overdue', 'due with money', 'due', 'rich', 'old', 'poor'],
    ])
  })

  it('never ties', () => {
    expect(compareWork(item('a'), item('b'))).toBeLessThan(0)
    expect(compareWork(item('a', { kind: 'cases' }), item('a'))).toBeLessThan(0)
    expect(compareWork(item('a'), item('a'))).toBe(0)
  })
})

describe('the next item', () => {
  it('is one that nobody owns and the member can decide', () => {
    const items = [
      item('own request', { dueAt: at(-5), waitsFor: 'Another member' }),
      item('a colleague’s', { dueAt: at(-4), owner: OTHER }),
      item('mine already', { dueAt: at(-3), owner: ME }),
      item('second', { dueAt: at(3) }),
      item('first', { dueAt: at(1) }),
    ]
    expect(idsOf(freeWork(items))).toEqual(['first', 'second'])
    expect(idsOf(nowOf(items, ME.id))).toEqual(['mine already', 'first', 'second'])
  })

  it('is one of eight at most on home', () => {
    const items = Array.from({ length: 12 }, (_, nth) => item(String(nth), { dueAt: at(nth) }))
    expect(idsOf(nowOf(items, ME.id))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })

  it('is named if it waits for another member and nothing else is left', () => {
    const items = [
      item('late', { dueAt: at(-1) }),
      item('report', { dueAt: at(9), waitsFor: 'The authority' }),
    ]
    expect(nextDueOf(items, NOW)?.id).toBe('report')
    expect(nextDueOf([item('no deadline')], NOW)).toBeNull()
  })
})

it('shows in each view what the view says', () => {
  const items = [
    item('free'),
    item('mine', { owner: ME }),
    item('theirs', { owner: OTHER, dueAt: at(-1) }),
    item('waits', { waitsFor: 'Approval', dueAt: at(-1) }),
  ]
  const shown = (view?: Parameters<typeof inView>[1]) => idsOf(items.filter((one) => inView(one, view, SEEN)))
  expect(shown()).toEqual(['free', 'mine', 'theirs'])
  expect(shown('mine')).toEqual(['mine'])
  expect(shown('unowned')).toEqual(['free'])
  expect(shown('overdue')).toEqual(['theirs'])
  expect(shown('others')).toEqual(['waits'])
})

it('counts a queue, and stops above a thousand', () => {
  const open = [
    item('free', { since: at(-30) }),
    item('mine', { owner: ME, dueAt: at(-1) }),
    item('waits', { waitsFor: 'Approval', since: at(-90), dueAt: at(-1) }),
    item('of another queue', { kind: 'cases' }),
  ]
  expect(countQueue('holds', open, SEEN)).toEqual({
    ...{ kind: 'holds', count: 2, overdue: 1, unowned: 1, mine: 1, others: 1 },
    oldest: at(-30).toISOString(),
  })
  const many = Array.from({ length: MOST_COUNTED + 50 }, (_, nth) => item(String(nth)))
  expect(countQueue('holds', many, SEEN).count).toBe(MOST_COUNTED + 1)
  expect(countQueue('breaks', open, SEEN)).toMatchObject({ count: 0, oldest: null })
})

const anItem = fc.record({
  kind: fc.constantFrom(...WORK_KINDS),
  id: fc.stringMatching(/^[A-Z0-9-]{1,6}$/),
  usd: fc.bigInt(0n, 3n),
  due: fc.option(fc.integer({ min: -3, max: 3 })),
  since: fc.integer({ min: -3, max: 0 }),
})

it('shows every item once over its pages, in order', () => {
  const some = fc.uniqueArray(anItem, { maxLength: 180, selector: ({ kind, id }) => `${kind} ${id}` })
  fc.assert(
    fc.property(some, (given) => {
      const items = given.map(({ due, since, ...one }) =>
        item(one.id, { ...one, dueAt: due === null ? null : at(due), since: at(since) }),
      )
      const seen: Owned[] = []
      let cursor: string | undefined
      do {
        const { page, next } = pageAfter(items, cursor)
        seen.push(...page)
        cursor = next ?? undefined
      } while (cursor !== undefined && seen.length <= items.length)
      expect(seen).toEqual(items.toSorted(compareWork))
    }),
  )
})
