import { DIRECTIONS, findCountry, NETWORKS } from '@sesa/contract'
import { describe, expect, it } from 'vitest'
import { reachSlots, type Reach } from './public-terms.ts'

const NETWORK_LABELS = NETWORKS.map(({ country, label }) => ({ country, label }))
const everything: Reach = { corridors: DIRECTIONS, networks: NETWORK_LABELS, medianSeconds: null }

/** Returns the reach without some corridors and the networks of some countries. */
const without = ({
  corridors = [],
  countries = [],
}: {
  corridors?: string[]
  countries?: string[]
}): Reach => ({
  ...everything,
  corridors: DIRECTIONS.filter(({ from, to }) => !corridors.includes(`${from}-${to}`)),
  networks: NETWORK_LABELS.filter(({ country }) => !countries.includes(country)),
})

describe('the slots of what is open', () => {
  it('name every country that is open', () => {
    expect(reachSlots(everything)).toMatchObject({
      'reach-from': 'Sierra Leone, Liberia, Ghana and the United States',
      'reach-to': 'Liberia, Ghana and Sierra Leone',
      'reach-to-or': 'Liberia, Ghana or Sierra Leone',
      'reach-closed': undefined,
    })
  })

  it.each(DIRECTIONS)('never name $from to $to while it is closed', ({ from, to }) => {
    const slots = reachSlots(without({ corridors: [`${from}-${to}`] }))
    expect(slots['reach-closed']).toBe(`${findCountry(from)?.name} to ${findCountry(to)?.name}`)
  })

  it('leave out a sender without an open corridor', () => {
    const reach = without({ corridors: ['GH-LR', 'GH-SL'] })
    expect(reachSlots(reach)['reach-from']).toBe('Sierra Leone, Liberia and the United States')
    expect(reachSlots(reach)['reach-closed']).toBe('Ghana to Liberia and Ghana to Sierra Leone')
  })

  it.each(['LR', 'GH', 'SL'] as const)(
    'leave out %s as a destination while no network there accepts pay-outs',
    (code) => {
      const slots = reachSlots(without({ countries: [code] }))
      const name = { LR: 'Liberia', GH: 'Ghana', SL: 'Sierra Leone' }[code]
      expect(slots['reach-to']).not.toContain(name)
      expect(slots['reach-to-or']).not.toContain(name)
      expect(slots[`networks-${code}`]).toEqual([])
    },
  )

  it('list only the open networks of an open destination', () => {
    const reach = { ...everything, networks: [{ country: 'GH', label: 'MTN MoMo' }] } as const
    expect(reachSlots(reach)).toMatchObject({
      'reach-to': 'Ghana',
      'networks-GH': [{ label: 'MTN MoMo' }],
      'networks-LR': [],
      'networks-SL': [],
    })
    const closed = without({ corridors: ['LR-GH', 'SL-GH', 'US-GH'] })
    expect(reachSlots(closed)['networks-GH']).toEqual([])
  })

  it('claim nothing when nothing is open, or while it cannot be read', () => {
    expect(reachSlots({ ...everything, corridors: [] })).toMatchObject({
      ...{ 'reach-from': undefined, 'reach-to': 'West Africa' },
    })
    expect(reachSlots(undefined)).toMatchObject({
      ...{ 'reach-from': undefined, 'reach-to': 'West Africa' },
      ...{ 'reach-closed': undefined, 'usual-time': undefined },
    })
  })

  it.each([
    [1, '1 second'],
    [42, '42 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [900, '15 minutes'],
  ])('give a median of %i seconds as %s', (medianSeconds, words) => {
    expect(reachSlots({ ...everything, medianSeconds })['usual-time']).toBe(words)
  })
})
