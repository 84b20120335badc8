import { clamped, type Draw, type Mark, type Picture, type Stop, textWidth } from './picture.ts'

/** A bar of a waterfall or a funnel. */
export interface Row {
  readonly name: string
  readonly from: number
  readonly to: number
  /** The value as text, right of the bar. */
  readonly text: string
  /** A level, such as the first and the last of a waterfall; others are changes. */
  readonly isLevel: boolean
}

const rowHeight = 28
const barHeight = 16
const gap = 12

/** Draws rows with bars, each named and with its value. Falling bars are hollow. */
export const drawRows =
  (rows: readonly Row[]): Draw =>
  (width) => {
    const left = Math.ceil(Math.max(0, ...rows.map(({ name }) => textWidth(name)))) + gap
    const texts = Math.ceil(Math.max(0, ...rows.map(({ text }) => textWidth(text))))
    const right = Math.max(left + 1, width - texts - gap)
    const ends = rows.flatMap(({ from, to }) => [from, to])
    const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)]
    const x = (value: number) =>
      high === low ? left : left + ((value - low) / (high - low)) * (right - left)
    const height = rows.length * rowHeight
    return {
      width,
      height,
      marks: [
        { d: `M${x(0)} 0V${height}`, stroke: 'line-strong', width: 1 },
        ...rows.flatMap((row, at) => rowMarks(row, { x, at, width })),
        ...rows.slice(0, -1).map((row, at) => connection(x(row.to), at)),
      ],
      stops: rows.length,
      stopAt: (index) => stopAt(rows[index], { index, width }),
      indexAt: ({ y }) => clamped(Math.floor(y / rowHeight), 0, rows.length - 1),
    } satisfies Picture
  }

interface RowPlaces {
  readonly x: (value: number) => number
  readonly at: number
  readonly width: number
}

function rowMarks({ name, from, to, text, isLevel }: Row, { x, at, width }: RowPlaces): Mark[] {
  const middle = at * rowHeight + rowHeight / 2
  const start = Math.min(x(from), x(to))
  const length = Math.max(1, Math.abs(x(to) - x(from)))
  const bar = `M${start} ${middle - barHeight / 2}h${length}v${barHeight}h${-length}Z`
  const isHollow = !isLevel && to < from
  const look: Omit<Extract<Mark, { d: string }>, 'd'> = isHollow
    ? { fill: 'surface', stroke: 'ink-2', width: 1.5 }
    : { fill: isLevel ? 'ink-2' : 'accent' }
  return [
    { text: name, x: 0, y: middle + 4, ink: 'ink-2', anchor: 'start', isStrong: isLevel },
    ...(from === to ? [standstill(x(to), middle)] : [{ d: bar, ...look }]),
    { text, x: width, y: middle + 4, ink: 'ink', anchor: 'end', isStrong: isLevel },
  ]
}

/** Nothing changed: what was before leads on. */
const standstill = (x: number, middle: number): Mark => ({
  d: `M${x} ${middle - barHeight / 2}v${barHeight}`,
  stroke: 'line-strong',
  width: 1,
})

/** From the end of a row to the next. */
function connection(x: number, at: number): Mark {
  const from = at * rowHeight + rowHeight / 2 + barHeight / 2
  return { d: `M${x} ${from}v${rowHeight - barHeight}`, stroke: 'line-strong', width: 1 }
}

function stopAt(
  row: Row | undefined,
  { index, width }: { readonly index: number; readonly width: number },
): Stop {
  const y = index * rowHeight
  return {
    label: row?.name ?? '',
    values: row === undefined ? [] : [{ name: row.name, text: row.text }],
    x: width / 2,
    y,
    marks: [{ d: `M0 ${y}h${width}v${rowHeight}h${-width}Z`, fill: 'ink', opacity: 0.05 }],
  }
}
