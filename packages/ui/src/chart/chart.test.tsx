// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderFor } from '../testing/render.tsx'
import { BarsChart, RangesChart } from './bars.tsx'
import { LinesChart, StackChart } from './columns.tsx'
import type { ChartData } from './frame.tsx'
import { linear, logarithmic, roundTicks } from './scale.ts'

const row = (label: string, ...values: (number | null)[]) => ({
  label,
  values,
  texts: values.map((value) => (value === null ? 'not yet' : String(value))),
})
const chart = (over: Partial<ChartData> = {}): ChartData => ({
  title: 'More sent than last week',
  about: 'Transfers by day',
  of: 'Day',
  series: [
    { name: 'Sent', look: 'solid' },
    { name: 'Refunded', look: 'dots' },
  ],
  rows: [row('27 Nov', 4, 2), row('28 Nov', 8, 0), row('29 Nov', 6, null)],
  onSave: () => undefined,
  ...over,
})
const unit = String
const drawing = () => screen.getByRole('application')
const cells = () =>
  within(screen.getByRole('table', { hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((one) => [...one.children].map(({ textContent }) => textContent))
const blocks = (look: string) => [...drawing().querySelectorAll(`rect[data-look="${look}"]`)]
const sizes = (look: string, side: 'height' | 'width') =>
  blocks(look).map((block) => Number(block.getAttribute(side)))

describe('a chart', () => {
  it('is named by its finding, and walked point by point with the arrow keys', async () => {
    const { user } = renderFor(<StackChart unit={unit} chart={chart()} />)
    expect(drawing()).toHaveProperty('tagName', 'DIV')
    expect(screen.getByRole('application', { name: 'More sent than last week' })).toBe(drawing())
    const live = screen.getByRole('status')
    expect(live.textContent).toBe('')
    await user.tab()
    expect(document.activeElement).toBe(drawing())
    const walk: [string, string][] = [
      ['{ArrowRight}', '27 Nov: sent 4, refunded 2'],
      ['{ArrowRight}', '28 Nov: sent 8, refunded 0'],
      ['{ArrowDown}', '29 Nov: sent 6, refunded not yet'],
      ['{ArrowRight}', '29 Nov: sent 6, refunded not yet'],
      ['{ArrowLeft}', '28 Nov: sent 8, refunded 0'],
      ['{Home}', '27 Nov: sent 4, refunded 2'],
      ['{ArrowUp}', '27 Nov: sent 4, refunded 2'],
      ['{End}', '29 Nov: sent 6, refunded not yet'],
      ['{Escape}', ''],
      ['{ArrowLeft}', '29 Nov: sent 6, refunded not yet'],
    ]
    for (const [key, text] of walk) {
      await user.keyboard(key)
      expect(live.textContent, key).toBe(text)
      expect(drawing().querySelectorAll('[data-chosen]'), key).toHaveLength(text === '' ? 0 : 1)
    }
    await user.tab()
    expect(live.textContent).toBe('')
  })

  it('shows the same numbers in its table as in its marks, and saves them', async () => {
    const saved = vi.fn()
    const { user } = renderFor(<StackChart unit={unit} chart={chart({ onSave: saved })} />)
    const table = [
      ['Day', 'Sent', 'Refunded'],
      ['27 Nov', '4', '2'],
      ['28 Nov', '8', '0'],
      ['29 Nov', '6', 'not yet'],
    ]
    expect(cells()).toEqual(table)
    const [first = 0, ...others] = sizes('solid', 'height')
    expect(others.map((height) => (4 * height) / first)).toEqual([expect.closeTo(8, 5), expect.closeTo(6, 5)])
    expect(sizes('dots', 'height').map((height) => (4 * height) / first)).toEqual([expect.closeTo(2, 5)])
    await user.click(screen.getByText('Table'))
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
    expect(saved).toHaveBeenCalledExactlyOnceWith(table)
  })

  it('has patterns of its own, and names no other', () => {
    renderFor(
      <>
        <StackChart unit={unit} chart={chart()} />
        <BarsChart
          chart={chart({
            series: [{ name: 'Late', look: 'hatch' }],
            rows: [{ ...row('A', 1), isOpen: true }],
          })}
        />
      </>,
    )
    const ids = [...document.querySelectorAll('pattern')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const named = [...document.querySelectorAll('rect[fill^="url"]')].map(
      (block) => /^url\(#(.+)\)$/.exec(block.getAttribute('fill') ?? '')?.[1],
    )
    expect(named.length).toBeGreaterThan(2)
    for (const id of named) expect(ids).toContain(id)
    for (const one of screen.getAllByRole('application')) {
      const own = [...one.querySelectorAll('pattern')].map(({ id }) => id)
      for (const block of one.querySelectorAll('rect[fill^="url"]'))
        expect(own).toContain(block.getAttribute('fill')?.slice(5, -1))
    }
    expect(document.querySelector('[style]')).toBeNull()
  })

  it('hatches rows that are not final, in the legend and the table too', async () => {
    const { user } = renderFor(
      <StackChart
        unit={unit}
        chart={chart({
          states: { open: 'Not signed', final: 'Signed' },
          rows: [row('27 Nov', 4, 2), { ...row('28 Nov', 8, 1), isOpen: true }],
        })}
      />,
    )
    expect(blocks('open').map((block) => block.getAttribute('x'))).toEqual(
      [blocks('solid')[1], blocks('dots')[1]].map((block) => block?.getAttribute('x')),
    )
    expect(screen.getByText('Not signed', { selector: 'li' })).toBeDefined()
    expect(cells().map((cell) => cell.at(-1))).toEqual(['State', 'Signed', 'Not signed'])
    drawing().focus()
    await user.keyboard('{End}')
    expect(screen.getByRole('status').textContent).toBe('28 Nov: sent 8, refunded 1, not signed')
  })

  it('says only its finding without any rows', () => {
    renderFor(<BarsChart chart={chart({ title: 'Nothing is open', rows: [] })} />)
    expect(screen.getByText('Nothing is open')).toBeDefined()
    expect(screen.queryByRole('application')).toBeNull()
    expect(screen.queryByText('Table')).toBeNull()
  })
})

describe('columns', () => {
  it('stand below the axis where a value is below zero', () => {
    renderFor(<StackChart unit={unit} chart={chart({ rows: [row('27 Nov', 4, -4)] })} />)
    const [above, below] = [blocks('solid')[0], blocks('dots')[0]]
    const zero = Number(above?.getAttribute('y')) + Number(above?.getAttribute('height'))
    expect(Number(below?.getAttribute('y'))).toBeCloseTo(zero, 5)
    expect(Number(below?.getAttribute('height'))).toBeCloseTo(Number(above?.getAttribute('height')), 5)
  })

  it('draw no tick between whole numbers', () => {
    renderFor(<StackChart unit={unit} chart={chart({ rows: [row('27 Nov', 1, 0)] })} />)
    const texts = [...drawing().querySelectorAll('text')].map(({ textContent }) => textContent)
    expect(texts).toEqual(['0', '1', '27 Nov'])
  })
})

describe('lines', () => {
  it('end where a value is missing, the second one dashed', () => {
    const series = [
      { name: 'Today', look: 'line' as const },
      { name: 'A week ago', look: 'dashes' as const },
    ]
    renderFor(
      <LinesChart
        unit={unit}
        chart={chart({ series, rows: [row('0', 3, 1), row('1', 5, 2), row('2', null, 4)] })}
      />,
    )
    const [before, today] = [...drawing().querySelectorAll('path[vector-effect]')]
    expect(today?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'L'])
    expect(today?.getAttribute('stroke-dasharray')).toBeNull()
    expect(before?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'L', 'L'])
    expect(before?.getAttribute('stroke-dasharray')).not.toBeNull()
  })
})

describe('bars', () => {
  it('follow one another in a row, and the smallest is still seen', () => {
    renderFor(<BarsChart chart={chart({ rows: [row('Screening', 3_000, 1), row('Reports', 0, 1_500)] })} />)
    const [wide = 0] = sizes('solid', 'width')
    expect(sizes('solid', 'width')).toHaveLength(1)
    expect(sizes('dots', 'width')).toEqual([2, expect.closeTo((wide * 1_500) / 3_000, 5)])
    expect(Number(blocks('dots')[0]?.getAttribute('x'))).toBeGreaterThan(wide)
  })

  it('end at the last threshold, in the look of their row', () => {
    const thresholds = [
      { value: 1, text: '1' },
      { value: 14, text: '14+ days' },
    ]
    const series = [{ name: 'Lasts', look: 'solid' as const }]
    const rows = [{ ...row('A', 0.5), look: 'hatch' as const }, row('B', 14), row('C', 400), row('D', null)]
    renderFor(<BarsChart thresholds={thresholds} chart={chart({ series, rows })} />)
    const [one = 0, other = 1] = sizes('solid', 'width')
    expect(one).toBe(other)
    expect(sizes('hatch', 'width')).toEqual([expect.closeTo(one / 28, 5)])
    expect(screen.getByText('14+ days')).toBeDefined()
  })
})

describe('ranges', () => {
  it('run from the median to the 95th percentile, with a ring at the median before', () => {
    const marks = [0.1, 1, 10, 100].map((value) => ({ value, text: `${value} min` }))
    const rows = [row('MTN', 1, 10, 2), row('Orange', 2, 4, null), row('Afrimoney', null, null, null)]
    renderFor(<RangesChart marks={marks} chart={chart({ rows })} />)
    const ranges = [...drawing().querySelectorAll('[data-range]')]
    expect(ranges.map((range) => range.querySelectorAll('circle').length)).toEqual([2, 1])
    expect(screen.queryByText('100 min')).toBeNull()
    const [mtn] = ranges
    const [from, to] =
      /^M([\d.]+) [\d.]+H([\d.]+)/.exec(mtn?.querySelector('path')?.getAttribute('d') ?? '')?.slice(1) ?? []
    const [median, before] = [...(mtn?.querySelectorAll('circle') ?? [])].map((one) =>
      Number(one.getAttribute('cx')),
    )
    expect(Number(from)).toBe(median)
    // On a logarithmic axis from 1 to 10, 2 is at three tenths.
    expect((Number(before) - Number(median)) / (Number(to) - Number(from))).toBeCloseTo(Math.log10(2), 2)
  })
})

describe('scales', () => {
  it('keep proportions, and round their ends', () => {
    expect(linear([0, 10], [100, 0])(2.5)).toBe(75)
    expect(logarithmic([1, 100], [0, 10])(10)).toBe(5)
    expect(roundTicks([0, 43], true)).toEqual({ ends: [0, 50], at: [0, 10, 20, 30, 40, 50] })
    expect(roundTicks([0, 1], true).at).toEqual([0, 1])
  })
})
