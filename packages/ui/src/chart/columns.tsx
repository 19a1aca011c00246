import { scaleBand } from 'd3-scale'
import { line, stack, stackOffsetDiverging } from 'd3-shape'
import type { ReactNode } from 'react'
import { LineMark } from './figure.tsx'
import { ChartFrame, type ChartData, type Room } from './frame.tsx'
import { Block } from './looks.tsx'
import { linear, roundTicks } from './scale.ts'

const HEIGHT_EM = 14
/** The mean width of a character, for labels that must not touch. */
const CHARACTER_EM = 0.58

interface ColumnsProps {
  chart: ChartData
  /** Writes a value at the axis. */
  unit: (value: number) => string
}

interface Axes {
  x: (row: number) => number
  /** The width of a row. */
  band: number
  y: (value: number) => number
  left: number
  right: number
  bottom: number
}

/** Returns the axes for values between these bounds; zero is always among them. */
function axesOf(
  { chart: { rows }, unit }: ColumnsProps,
  room: Pick<Room, 'width' | 'em'>,
  low: number,
  high: number,
) {
  const { width, em } = room
  const bottom = (HEIGHT_EM - 2) * em
  const isWhole = rows.every(({ values }) =>
    values.every((value) => value === null || Number.isInteger(value)),
  )
  const { ends, at: ticks } = roundTicks([Math.min(0, low), Math.max(high, low < 0 ? 0 : 1)], isWhole)
  const y = linear(ends, [bottom, em])
  const left = (Math.max(...ticks.map((tick) => unit(tick).length)) * CHARACTER_EM + 0.7) * em
  const right = width - em
  const x = scaleBand(
    rows.map((_, nth) => nth),
    [left, right],
  ).padding(0.2)
  const axes: Axes = { x: (row) => x(row) ?? 0, band: x.bandwidth(), y, left, right, bottom }
  return { axes, ticks }
}

/** Renders the lines and labels of both axes, and the row that is chosen. */
function Grid({
  chart: { rows },
  unit,
  room,
  axes,
  ticks,
}: ColumnsProps & { room: Room; axes: Axes; ticks: number[] }) {
  const { em, at } = room
  const { x, band, y, left, right, bottom } = axes
  const labels = rows.map(({ tick, label }) => tick ?? label)
  const widest = (Math.max(...labels.map(({ length }) => length)) * CHARACTER_EM + 0.8) * em
  const every = Math.max(1, Math.ceil((widest * rows.length) / (right - left)))
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            d={`M${left} ${y(tick)}H${right}`}
            className={
              tick === 0
                ? 'text-edge forced-colors:text-[CanvasText]'
                : 'text-line forced-colors:text-[GrayText]'
            }
            stroke="currentColor"
          />
          <AxisText x={left - 0.4 * em} y={y(tick) + 0.35 * em} anchor="end">
            {unit(tick)}
          </AxisText>
        </g>
      ))}
      {labels.map(
        (label, nth) =>
          nth % every === 0 && (
            <AxisText key={rows[nth]?.label} x={x(nth) + band / 2} y={bottom + 1.5 * em} anchor="middle">
              {label}
            </AxisText>
          ),
      )}
      {at !== null && (
        <path
          d={`M${x(at) + band / 2} ${em / 2}V${bottom}`}
          className="text-focus forced-colors:text-[Highlight]"
          stroke="currentColor"
          strokeWidth="2"
          data-chosen={at}
        />
      )}
    </>
  )
}

interface AxisTextProps {
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  children: ReactNode
}

/** Renders a label of an axis. */
export function AxisText({ x, y, anchor, children }: AxisTextProps) {
  return (
    <text x={x} y={y} textAnchor={anchor} className="fill-muted text-base forced-colors:fill-[CanvasText]">
      {children}
    </text>
  )
}

const heightOf = ({ em }: Pick<Room, 'em'>): number => HEIGHT_EM * em

const rowIn = ({ left, right }: Axes, x: number, rows: number): number =>
  Math.floor(((x - left) * rows) / (right - left))

/** Renders series as lines over the rows: the first in full, others dashed. */
export function LinesChart(props: ColumnsProps) {
  const { rows, series } = props.chart
  const highest = Math.max(...rows.flatMap(({ values }) => values.map((value) => value ?? 0)), 0)
  const axesIn = (room: Pick<Room, 'width' | 'em'>) => axesOf(props, room, 0, highest)
  return (
    <ChartFrame
      chart={props.chart}
      heightOf={heightOf}
      rowAt={({ x }, room) => rowIn(axesIn(room).axes, x, rows.length)}
    >
      {(room) => {
        const { axes, ticks } = axesIn(room)
        const center = (row: number) => axes.x(row) + axes.band / 2
        return (
          <>
            <Grid {...props} room={room} axes={axes} ticks={ticks} />
            {series
              .map(({ name, look }, nth) => {
                const path = line<(typeof rows)[number]>()
                  .defined(({ values }) => values[nth] !== null)
                  .x((_row, row) => center(row))
                  .y(({ values }) => axes.y(values[nth] ?? 0))
                return <LineMark key={name} d={path(rows) ?? ''} isBefore={look === 'dashes'} />
              })
              .toReversed()}
            {room.at !== null &&
              rows[room.at]?.values.map(
                (value, nth) =>
                  value !== null && (
                    <circle
                      key={series[nth]?.name}
                      cx={center(room.at ?? 0)}
                      cy={axes.y(value)}
                      r="5"
                      className="fill-surface text-brand-ink forced-colors:fill-[Canvas] forced-colors:text-[CanvasText]"
                      stroke="currentColor"
                      strokeWidth="2"
                    />
                  ),
              )}
          </>
        )
      }}
    </ChartFrame>
  )
}

/** Renders the series of each row as a column, one above the other; values below zero stand below the axis. */
export function StackChart(props: ColumnsProps) {
  const { rows, series } = props.chart
  const layers = stack<(typeof rows)[number], number>()
    .keys(series.map((_, nth) => nth))
    .value(({ values }, nth) => values[nth] ?? 0)
    .offset(stackOffsetDiverging)(rows)
  const blocks = layers.flatMap((layer, nth) =>
    layer.map(([from, to], row) => ({ key: `${nth} ${row}`, nth, row, from, to })),
  )
  const ends = blocks.flatMap(({ from, to }) => [from, to])
  const axesIn = (room: Pick<Room, 'width' | 'em'>) =>
    axesOf(props, room, Math.min(...ends, 0), Math.max(...ends, 0))
  return (
    <ChartFrame
      chart={props.chart}
      heightOf={heightOf}
      rowAt={({ x }, room) => rowIn(axesIn(room).axes, x, rows.length)}
    >
      {(room) => {
        const { axes, ticks } = axesIn(room)
        return (
          <>
            <Grid {...props} room={room} axes={axes} ticks={ticks} />
            {blocks.map(({ key, nth, row, from, to }) => (
              <Block
                key={key}
                id={room.id}
                look={series[nth]?.look ?? 'solid'}
                x={axes.x(row)}
                y={axes.y(to)}
                width={axes.band}
                height={axes.y(from) - axes.y(to)}
                isOpen={rows[row]?.isOpen}
              />
            ))}
          </>
        )
      }}
    </ChartFrame>
  )
}
