import type { ReactNode } from 'react'
import { AxisText } from './columns.tsx'
import { ChartFrame, type ChartData, type ChartRow, type Room } from './frame.tsx'
import { Block, RingMark } from './looks.tsx'
import { clamp, linear, logarithmic, roundTicks } from './scale.ts'

const BAR_EM = 1.1
const GAP_EM = 0.8
/** The mean width of a character, generously. */
const CHARACTER_EM = 0.62

/** A named place on the axis. */
export interface Mark {
  readonly value: number
  readonly text: string
}

const LINE_EM = 1.5

type Size = Pick<Room, 'width' | 'em'>
const widthOf = (text: string, { em }: Pick<Room, 'em'>): number => text.length * CHARACTER_EM * em

/** Breaks a label into lines that have room. */
function linesOf(label: string, size: Size): readonly string[] {
  return label.split(' ').reduce<readonly string[]>((lines, word) => {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    return widthOf(longer, size) <= size.width - 8 ? [...lines.slice(0, -1), longer] : [...lines, word]
  }, [])
}

/** Returns the lines of a row's text, with its sum below its label. */
const linesIn = (
  { label, sum }: ChartRow,
  size: Size,
): readonly { readonly text: string; readonly isSum: boolean }[] => [
  ...linesOf(label, size).map((text) => ({ text, isSum: false })),
  ...(sum === undefined ? [] : linesOf(sum, size).map((text) => ({ text, isSum: true }))),
]

/** Returns the sizes of a row. Where a label has no room beside its sum, all sums stand below. */
function sizesOf(rows: readonly ChartRow[], size: Size) {
  const { em, width } = size
  const isBeside = rows.every(({ label, sum = '' }) => widthOf(`${label}  ${sum}`, size) <= width)
  const lines = Math.max(...rows.map((row) => linesIn(row, size).length))
  const text = (isBeside ? 1 : lines) * LINE_EM * em
  const row = text + (BAR_EM + GAP_EM) * em
  return { isBeside, text, row, bar: BAR_EM * em, axis: rows.length * row }
}

interface Placed extends Mark {
  readonly x: number
  readonly anchor: 'start' | 'middle' | 'end'
}

/** Places the labels of an axis, without those that would touch the one before. */
function placed(
  marks: readonly Mark[],
  x: (value: number) => number,
  { width, em }: Size,
): readonly Placed[] {
  let end = -Infinity
  return marks.flatMap(({ value, text }) => {
    const [at, half] = [x(value), widthOf(text, { em }) / 2]
    const anchor = at < half ? 'start' : at > width - half ? 'end' : 'middle'
    const left = anchor === 'start' ? at : anchor === 'end' ? at - 2 * half : at - half
    if (left < end + em / 2) return []
    end = left + 2 * half
    return [{ value, text, x: at, anchor }]
  })
}

interface RowsFrameProps {
  chart: ChartData
  marks: readonly Mark[]
  scale: (room: Room) => (value: number) => number
  /** Marks are thresholds, drawn over the bars. */
  areThresholds?: boolean
  children: (
    row: ChartRow,
    bar: { y: number; height: number },
    room: Room,
    x: (value: number) => number,
  ) => ReactNode
}

/** Renders rows with their names above their marks, so that long names have room on a phone. */
function RowsFrame({ chart, marks, scale, areThresholds, children }: RowsFrameProps) {
  const { rows } = chart
  return (
    <ChartFrame
      chart={chart}
      heightOf={(room) => sizesOf(rows, room).axis + 2 * room.em}
      rowAt={({ y }, room) => Math.floor(y / sizesOf(rows, room).row)}
    >
      {(room) => {
        const { em, width, at } = room
        const sizes = sizesOf(rows, room)
        const x = scale(room)
        return (
          <>
            {rows.map((row, nth) => {
              const top = nth * sizes.row
              const bar = { y: top + sizes.text, height: sizes.bar }
              // The lines are at the bars alone, so that they cross no text.
              const lines = (
                <path
                  d={marks.map(({ value }) => `M${x(value)} ${bar.y - 3}v${bar.height + 6}`).join('')}
                  className={
                    areThresholds
                      ? 'text-ink forced-colors:text-[CanvasText]'
                      : 'text-edge forced-colors:text-[GrayText]'
                  }
                  stroke="currentColor"
                  strokeDasharray={areThresholds ? '4 3' : undefined}
                />
              )
              return (
                <g key={row.label}>
                  {at === nth && (
                    <rect
                      x={1}
                      y={top + 1}
                      width={width - 2}
                      height={sizes.row - 2}
                      rx="6"
                      className="fill-sunken text-focus forced-colors:fill-[Canvas] forced-colors:text-[Highlight]"
                      stroke="currentColor"
                      data-chosen={nth}
                    />
                  )}
                  {sizes.isBeside ? (
                    <>
                      <RowText x={4} y={bar.y - 0.4 * em}>
                        {row.label}
                      </RowText>
                      <AxisText x={width - 4} y={bar.y - 0.4 * em} anchor="end">
                        {row.sum}
                      </AxisText>
                    </>
                  ) : (
                    linesIn(row, room)
                      .toReversed()
                      .map(({ text, isSum }, line) => {
                        const y = bar.y - (line * LINE_EM + 0.4) * em
                        return isSum ? (
                          <AxisText key={text} x={4} y={y} anchor="start">
                            {text}
                          </AxisText>
                        ) : (
                          <RowText key={text} x={4} y={y}>
                            {text}
                          </RowText>
                        )
                      })
                  )}
                  {!areThresholds && lines}
                  {children(row, bar, room, x)}
                  {areThresholds && lines}
                </g>
              )
            })}
            {placed(marks, x, room).map(({ text, x: at, anchor }) => (
              <AxisText key={text} x={at} y={sizes.axis + 1.3 * em} anchor={anchor}>
                {text}
              </AxisText>
            ))}
          </>
        )
      }}
    </ChartFrame>
  )
}

function RowText({ x, y, children }: { x: number; y: number; children: ReactNode }) {
  return (
    <text x={x} y={y} className="fill-ink text-base forced-colors:fill-[CanvasText]">
      {children}
    </text>
  )
}

interface BarsProps {
  chart: ChartData
  /** Thresholds, with the axis ending at the last one; without, the axis counts. */
  thresholds?: readonly Mark[]
}

/** Renders each row as a bar of its series, one after the other. */
export function BarsChart({ chart, thresholds }: BarsProps) {
  const sums = chart.rows.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0))
  const most = thresholds?.at(-1)?.value ?? Math.max(...sums, 1)
  const scale = ({ width }: Pick<Room, 'width'>) => {
    const map = linear([0, most], [4, width - 12])
    return (value: number) => map(clamp(value, [0, most]))
  }
  const counts = roundTicks([0, most], true).at.filter((tick) => tick <= most)
  const marks = thresholds ?? counts.map((value) => ({ value, text: value.toLocaleString('en') }))
  return (
    <RowsFrame chart={chart} marks={marks} scale={scale} areThresholds={thresholds !== undefined}>
      {({ values, isOpen, look }, { y, height }, { id }, x) => {
        let from = 0
        return values.map((value, nth) => {
          const start = from
          from += value ?? 0
          const width = x(from) - x(start)
          return (
            <Block
              key={chart.series[nth]?.name}
              id={id}
              look={look ?? chart.series[nth]?.look ?? 'solid'}
              x={x(start)}
              y={y}
              // The smallest amount is still seen.
              width={(value ?? 0) > 0 ? Math.max(width, 2) : 0}
              height={height}
              isOpen={isOpen}
            />
          )
        })
      }}
    </RowsFrame>
  )
}

/**
 * Renders each row as a dot at its first value with a line to its second, and a ring at its third: for example a median, the
 * 95th percentile, and the median before. The axis is logarithmic.
 */
export function RangesChart({ chart, marks }: { chart: ChartData; marks: readonly Mark[] }) {
  const all = chart.rows.flatMap(({ values }) => values.filter((value) => value !== null && value > 0))
  const [low, high] = [Math.min(...(all as number[])), Math.max(...(all as number[]))]
  const from = marks.findLast(({ value }) => value <= low)?.value ?? marks[0]?.value ?? 1
  const to = marks.find(({ value }) => value >= high)?.value ?? high
  const shown = marks.filter(({ value }) => value >= from && value <= to)
  const ends = [from, Math.max(to, from * 2)] as const
  const scale = ({ width }: Pick<Room, 'width'>) => {
    const map = logarithmic(ends, [12, width - 16])
    return (value: number) => map(clamp(value, ends))
  }
  return (
    <RowsFrame chart={chart} marks={shown} scale={scale}>
      {({ values: [middle = null, slow = null, before = null] }, { y, height }, _room, x) => {
        const center = y + height / 2
        if (middle === null || slow === null) return null
        return (
          <g className="text-brand-ink forced-colors:text-[CanvasText]" data-range="">
            <path
              d={`M${x(middle)} ${center}H${x(slow)}M${x(slow)} ${center - height / 3}v${(2 * height) / 3}`}
              stroke="currentColor"
              strokeWidth="3"
              fill="none"
            />
            <circle cx={x(middle)} cy={center} r={height / 2.4} fill="currentColor" />
            {before !== null && <RingMark x={x(before)} y={center} r={height / 2.4} />}
          </g>
        )
      }}
    </RowsFrame>
  )
}
