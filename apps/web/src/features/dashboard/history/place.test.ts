import { describe, expect, it } from 'vitest'
import {
  LATEST,
  newerStep,
  olderStep,
  placePath,
  readPlace,
  readTrail,
  type PageCursor,
  type Trail,
} from './page-cursor.ts'

const page = (number: number, after: string | null): PageCursor => ({ ...LATEST, page: number, after })

describe('the address of a page', () => {
  it('leaves out defaults', () => {
    expect(placePath(LATEST)).toBe('/me/dashboard')
    expect(readPlace('')).toEqual(LATEST)
  })

  it('reads back what it wrote', () => {
    const places: PageCursor[] = [
      { ...LATEST, search: 'Ama & Kofi+', status: 'held' },
      { ...LATEST, status: 'sent', from: '2026-11-01', page: 1 },
      { ...LATEST, from: '2026-01-01', to: '2026-12-31' },
      { ...LATEST, search: '100.00', page: 7, after: '0193b5c2-1111-7000-8000-000000000001' },
    ]
    for (const place of places) {
      expect(readPlace(new URL(placePath(place), 'https://sesa.invalid').search)).toEqual(place)
    }
  })

  it('ignores invalid parameters', () => {
    expect(readPlace('?status=lost&page=x')).toEqual(page(1, null))
    expect(readPlace('?status=toString')).toEqual(LATEST)
    expect(readPlace('?page=0&after=a')).toEqual(page(1, null))
    expect(readPlace('?page=3')).toEqual(page(1, null))
    expect(readPlace('?page=3&after=a%20b')).toEqual(page(1, null))
    expect(readPlace('?page=1&after=a')).toEqual(page(1, null))
    expect(readPlace('?after=a')).toEqual(LATEST)
    expect(readPlace('?from=2026-02-30&to=soon')).toEqual(LATEST)
    expect(readPlace(`?search=${'x'.repeat(101)}`).search).toHaveLength(100)
  })
})

describe('paging', () => {
  it('leads to older rows and back the same way', () => {
    const walked: PageCursor[] = []
    let place = page(1, null)
    let trail: Trail | null = []
    for (const cursor of ['a', 'b', 'c']) {
      walked.push(place)
      const step = olderStep(place, trail, cursor)
      expect(step).not.toBeNull()
      if (step === null) return
      place = step.place
      // A reload clones the history state, so the test does the same.
      trail = readTrail(structuredClone({ trail: step.trail }), place)
    }
    expect(place).toEqual(page(4, 'c'))
    for (const before of walked.toReversed()) {
      const step = newerStep(place, trail)
      expect(step?.place).toEqual(before)
      place = step?.place ?? place
      trail = step?.trail ?? null
    }
    expect(newerStep(place, trail)).toBeNull()
  })

  it('ends at the end of the list, and is not offered in the short list', () => {
    expect(olderStep(page(2, 'a'), ['a'], null)).toBeNull()
    expect(olderStep(LATEST, [], 'a')).toBeNull()
    expect(newerStep(LATEST, [])).toBeNull()
  })

  it('leads from a pasted address, and from older pages after it, to the newest page', () => {
    const pasted = page(5, 'd')
    expect(readTrail(null, pasted)).toBeNull()
    expect(newerStep(pasted, null)?.place).toEqual(page(1, null))
    const older = olderStep(pasted, null, 'e')
    expect(older?.place).toEqual(page(6, 'e'))
    expect(readTrail({ trail: older?.trail }, page(6, 'e'))).toBeNull()
  })

  it('rejects a trail that leads elsewhere', () => {
    for (const trail of [['a', 'x'], ['b'], ['a', 1], 'ab', ['a', '<b>']]) {
      expect(readTrail({ trail }, page(3, 'b')), JSON.stringify(trail)).toBeNull()
    }
    expect(readTrail({ trail: ['a', 'b'] }, page(3, 'b'))).toEqual(['a', 'b'])
    expect(readTrail(null, page(2, 'a'))).toEqual(['a'])
  })
})
