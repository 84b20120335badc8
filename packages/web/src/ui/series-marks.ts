import type { Ink, Mark, PathMark } from './picture.ts'
import type { Places } from './plot-places.ts'

type Shape = 'circle' | 'square' | 'triangle' | 'diamond'

export interface LineStyle {
  readonly ink: Ink
  readonly width: number
  readonly dash?: string
  readonly shape?: Shape
  /** Which of the values have shapes, so that those of lines that coincide are seen. */
  readonly turn?: number
}

const styles: readonly [LineStyle, ...LineStyle[]] = [
  { ink: 'accent', width: 2, shape: 'circle', turn: 0 },
  { ink: 'ink', width: 1.5, shape: 'square', turn: 1 },
  { ink: 'ink-2', width: 1.5, shape: 'triangle', turn: 2 },
  { ink: 'ink-3', width: 1.5, shape: 'diamond', turn: 3 },
]

/** Lines differ by the shape of their marks, not only by their color. */
export const styleOf = (index: number): LineStyle => styles[index % styles.length] ?? styles[0]

type Values = readonly (number | null)[]

interface LineOptions {
  readonly style: LineStyle
  /** The only line has its area filled, and needs no shapes. */
  readonly isSingle?: boolean
}

export function lineMarks(values: Values, places: Places, options: LineOptions): Mark[] {
  const { style, isSingle = false } = options
  const d = pathOf(values, places)
  if (d === '') return []
  const { ink: stroke, width, dash } = style
  const line: Mark = { d, stroke, width, ...(dash !== undefined && { dash }) }
  if (isSingle) return [areaMark(values, places, d), line, ...endDot(values, places, stroke)]
  return style.shape === undefined ? [line] : [line, shapesMark(values, places, style)]
}

/** Interrupted where there is no value. */
function pathOf(values: Values, { x, y }: Places): string {
  let isDrawing = false
  return values
    .map((value, index) => {
      if (value === null) {
        isDrawing = false
        return ''
      }
      const command = isDrawing ? 'L' : 'M'
      isDrawing = true
      return `${command}${x(index)} ${y(value)}`
    })
    .join('')
}

function areaMark(values: Values, { x, y }: Places, d: string): Mark {
  const last = lastOf(values)
  const first = values.findIndex((value) => value !== null)
  return {
    d: `${d}L${x(last)} ${y(0)}L${x(first)} ${y(0)}Z`,
    fill: 'accent',
    opacity: 0.07,
  }
}

const lastOf = (values: Values): number => values.findLastIndex((value) => value !== null)

function endDot(values: Values, { x, y }: Places, ink: Ink): Mark[] {
  const last = lastOf(values)
  return [dotMark({ x: x(last), y: y(values[last] ?? 0), ink })]
}

interface Dot {
  readonly x: number
  readonly y: number
  readonly ink: Ink
}

export const dotMark = ({ x, y, ink }: Dot): PathMark => ({
  d: shapePath('circle', x, y),
  fill: ink,
  stroke: 'surface',
  width: 1.5,
})

const shapesPerLine = 8

/** Some values have a shape; as many as stay apart. */
function shapesMark(
  values: Values,
  { x, y }: Places,
  { ink, shape = 'circle', turn = 0 }: LineStyle,
): Mark {
  const step = Math.max(1, Math.ceil(values.length / shapesPerLine))
  const offset = Math.floor((step * turn) / styles.length)
  const d = values
    .map((value, index) =>
      value !== null && index % step === offset ? shapePath(shape, x(index), y(value)) : '',
    )
    .join('')
  return { d, fill: ink, stroke: 'surface', width: 1.5 }
}

const shapeRadius = 4

export function shapePath(shape: Shape, x: number, y: number): string {
  const r = shapeRadius
  switch (shape) {
    case 'circle':
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
    case 'square':
      return `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`
    case 'triangle':
      return `M${x} ${y - r - 1}l${r + 1} ${2 * r}h${-2 * (r + 1)}Z`
    case 'diamond':
      return `M${x} ${y - r - 1}l${r + 1} ${r + 1}l${-r - 1} ${r + 1}l${-r - 1} ${-r - 1}Z`
  }
}

const barShare = 0.72
const barMax = 36
const cornerMax = 3

/** One path for all bars, which costs no more for thousands. */
export function barMarks(values: Values, { x, y, band }: Places): Mark[] {
  const width = Math.max(1, Math.min(barMax, band * barShare))
  const corner = Math.min(cornerMax, width / 3)
  const d = values
    .map((value, index) => {
      if (value === null || value === 0) return ''
      const [zero, end] = [y(0), y(value)]
      const c = Math.min(corner, Math.abs(zero - end))
      const turn = end < zero ? c : -c
      const left = Math.round((x(index) - width / 2) * 10) / 10
      return (
        `M${left} ${zero}V${end + turn}q0 ${-turn} ${c} ${-turn}` +
        `h${width - 2 * c}q${c} 0 ${c} ${turn}V${zero}Z`
      )
    })
    .join('')
  return d === '' ? [] : [{ d, fill: 'accent' }]
}

interface NamedValues {
  readonly name: string
  readonly values: Values
}

const nameHeight = 14

/** The names of lines at their ends, moved apart where they would overlap. */
export function endMarks(lines: readonly NamedValues[], { y, box }: Places): Mark[] {
  const ends = lines
    .map(({ name, values }, at) => ({
      name,
      ink: styleOf(at).ink,
      y: y(values[lastOf(values)] ?? 0),
    }))
    .toSorted((one, other) => one.y - other.y)
  const lowest = box.bottom - (ends.length - 1) * nameHeight
  let free = box.top
  return ends.map(({ name, ink, y: wanted }, at): Mark => {
    const place = Math.min(Math.max(wanted, free), lowest + at * nameHeight)
    free = place + nameHeight
    return { text: name, x: box.right + 10, y: place + 4, ink, anchor: 'start' }
  })
}
