import { type Axis, axisOf } from './axis.ts'
import { clamped, type Draw, type Mark, type Picture, type Stop, textWidth } from './picture.ts'
import { type Box, type Places, placesOf } from './plot-places.ts'
import { barMarks, dotMark, endMarks, type LineStyle, lineMarks, styleOf } from './series-marks.ts'

interface SeriesLine {
  readonly name: string
  /** One for each label; null where there is none. */
  readonly values: readonly (number | null)[]
  /** Of the period before, which is drawn dashed. */
  readonly isBefore?: boolean
}

export interface Series {
  /** Lines for levels, bars for totals of a period. */
  readonly kind: 'line' | 'bars'
  readonly labels: readonly string[]
  readonly lines: readonly SeriesLine[]
  readonly format: (value: number) => string
  /** Shorter, for the axis. */
  readonly formatTick: (value: number) => string
  /** The finest step of the axis. */
  readonly stepMin: number
}

const height = 224
const top = 10
const bottom = 22
const gap = 8
const namedFromWidth = 520

/** Draws values over time. */
export const drawSeries =
  (series: Series): Draw =>
  (width) => {
    const values = series.lines.flatMap((line) => line.values.filter((one) => one !== null))
    const axis = axisOf({ values, stepMin: series.stepMin })
    const box = boxOf(series, axis, width)
    const places = placesOf({ ...series, axis, box })
    return {
      width,
      height,
      marks: [...gridMarks(series, axis, places), ...allMarks(series, places)],
      stops: series.labels.length,
      stopAt: (index) => stopAt(series, places, index),
      indexAt: ({ x }) => places.indexAt(x),
    } satisfies Picture
  }

const own = ({ lines }: Series) => lines.filter(({ isBefore }) => !isBefore)

/** Several lines are named at their ends, where there is room. */
const areNamed = (series: Series, width: number): boolean =>
  own(series).length > 1 && width >= namedFromWidth

function boxOf(series: Series, axis: Axis, width: number): Box {
  const ticks = axis.ticks.map((tick) => textWidth(series.formatTick(tick)))
  const names = areNamed(series, width) ? own(series).map(({ name }) => textWidth(name)) : []
  return {
    left: Math.ceil(Math.max(...ticks)) + gap,
    right: width - Math.ceil(Math.max(0, ...names) + (names.length > 0 ? 2 * gap : gap)),
    top,
    bottom: height - bottom,
    isNamed: names.length > 0,
  }
}

function gridMarks(series: Series, axis: Axis, { y, box, x }: Places): Mark[] {
  const lines = axis.ticks.flatMap((tick): Mark[] => [
    {
      d: `M${box.left} ${y(tick)}H${box.right}`,
      stroke: tick === 0 ? 'line-strong' : 'line',
      width: 1,
    },
    {
      text: series.formatTick(tick),
      x: box.left - gap,
      y: y(tick) + 4,
      ink: 'ink-3',
      anchor: 'end',
    },
  ])
  return [...lines, ...labelMarks(series.labels, x, box)]
}

const labelGap = 16

/** As many labels as fit. */
function labelMarks(
  labels: readonly string[],
  x: (index: number) => number,
  { left, right }: Box,
): Mark[] {
  const widest = Math.max(0, ...labels.map(textWidth))
  const fitting = Math.max(1, Math.floor((right - left) / (widest + labelGap)))
  const step = Math.ceil(labels.length / fitting)
  return labels.flatMap((text, index): Mark[] => {
    if (index % step !== 0) return []
    const half = textWidth(text) / 2
    const at = clamped(x(index), left + half - gap, right - half + gap)
    return [{ text, x: at, y: height - 4, ink: 'ink-3', anchor: 'middle' }]
  })
}

function allMarks(series: Series, places: Places): Mark[] {
  const before = series.lines.filter(({ isBefore }) => isBefore)
  const isSingle = own(series).length === 1
  const marks = own(series).flatMap((line, at) =>
    series.kind === 'bars'
      ? barMarks(line.values, places)
      : lineMarks(line.values, places, { style: styleOf(at), isSingle }),
  )
  // Over bars, dashes are seen on a lighter line only.
  const under = series.kind === 'bars' ? [underStyle] : []
  const dashed = before.flatMap(({ values }) =>
    [...under, beforeStyle].flatMap((style) => lineMarks(values, places, { style })),
  )
  const ends = places.box.isNamed ? endMarks(own(series), places) : []
  return [...marks, ...dashed, ...ends]
}

const underStyle: LineStyle = { ink: 'surface', width: 3.5 }

const beforeStyle: LineStyle = { ink: 'ink-3', width: 1.5, dash: '2 4' }

function stopAt(series: Series, places: Places, index: number): Stop {
  const { box, x, y } = places
  const found = series.lines.flatMap(({ name, values, isBefore }, at) => {
    const value = values[index] ?? null
    return value === null ? [] : [{ name, value, ink: isBefore ? null : styleOf(at).ink }]
  })
  const cursor: Mark = {
    d: `M${x(index)} ${box.top}V${box.bottom}`,
    stroke: 'line-strong',
    width: 1,
  }
  const dots = found.map(({ value, ink }) =>
    dotMark({ x: x(index), y: y(value), ink: ink ?? 'ink-3' }),
  )
  return {
    label: series.labels[index] ?? '',
    values: found.map(({ name, value }) => ({ name, text: series.format(value) })),
    x: x(index),
    y: Math.min(box.bottom, ...found.map(({ value }) => y(value))),
    marks: [cursor, ...dots],
  }
}
