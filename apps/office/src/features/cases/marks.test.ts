import { describe, expect, it } from 'vitest'
import type { CaseEntity } from '@sesa/contract/office'
import { sampleCaseEntity, sampleCasePerson } from '../../testing/compliance-samples.ts'
import { isThin, listDay, reasonsFor, rowsOf, waitsOf } from './marks.ts'

type Compared = CaseEntity['compared'][number]
const fact = (field: Compared['field'], mark: Compared['mark']): Compared => ({
  ...{ field, ours: 'A', theirs: ['B'], mark },
})

describe('the marks of a match', () => {
  it.each<[Compared['mark'], string, string | undefined]>([
    ['agrees', 'same', undefined],
    ['similar', 'same', 'as far as given'],
    ['differs', 'differs', undefined],
    ['not_given', 'unknown', undefined],
  ])('%s is %s', (mark, expected, extent) => {
    const [row] = rowsOf(sampleCasePerson(), sampleCaseEntity({ compared: [fact('birth_date', mark)] }))
    expect(row).toMatchObject({ mark: expected })
    expect(row?.extent).toBe(extent)
  })

  it.each<[string, boolean, Compared[]]>([
    ['the name alone', true, [fact('name', 'agrees'), fact('other_names', 'similar')]],
    ['other facts that differ or lack', true, [fact('birth_date', 'not_given'), fact('country', 'differs')]],
    ['the birth date', false, [fact('name', 'agrees'), fact('birth_date', 'agrees')]],
    ['the year of birth', false, [fact('birth_date', 'similar')]],
    ['the country', false, [fact('country', 'agrees')]],
  ])('rests on %s: thin is %s', (_what, expected, compared) => {
    expect(isThin({ compared })).toBe(expected)
  })

  it('offers the facts as reasons, but not what is unknown', () => {
    const compared = [fact('name', 'agrees'), fact('birth_date', 'not_given'), fact('country', 'differs')]
    const people = [sampleCasePerson({ entities: [sampleCaseEntity({ compared })] })]
    expect(reasonsFor(people)).toEqual(['Name is the same', 'Country differs', 'Document compared'])
    expect(reasonsFor([sampleCasePerson({ entities: [] })])).toContain('Usual for this customer')
  })

  it.each([
    ['20261128000000-abc', '28 Nov 2026'],
    ['v7', 'version v7'],
  ])('names the list of %s by its day', (version, day) => {
    expect(listDay(version)).toBe(day)
  })

  it('waits at most until the deadline', () => {
    const now = Date.parse('2026-11-26T10:00:00Z')
    expect(waitsOf(now, '2026-11-26T15:00:00Z').map(({ until }) => until)).toEqual([
      '2026-11-26T11:00:00.000Z',
      '2026-11-26T14:00:00.000Z',
    ])
    expect(waitsOf(now, '2026-11-26T09:00:00Z')).toEqual([])
  })
})
