import type { Axis } from './axis.ts'
import { clamped } from './picture.ts'

/** Where the values are drawn. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Whether lines are named right of it. */
  readonly isNamed: boolean
}

/** Where things are, in pixels. */
export interface Places {
  readonly box: Box
  readonly x: (index: number) => number
  readonly y: (value: number) => number
  readonly indexAt: (x: number) => number
  /** The width that each value has. */
  readonly band: number
}

interface PlacesInput {
  readonly kind: 'line' | 'bars'
  readonly labels: readonly string[]
  readonly axis: Axis
  readonly box: Box
}

/** Bars stand within their bands; lines reach from edge to edge. */
export function placesOf({ kind, labels, axis, box }: PlacesInput): Places {
  const count = Math.max(1, labels.length)
  const span = box.right - box.left
  const isBanded = kind === 'bars' || count === 1
  const band = isBanded ? span / count : span / (count - 1)
  const first = isBanded ? box.left + band / 2 : box.left
  return {
    box,
    band,
    x: (index) => rounded(first + index * band),
    y: (value) =>
      rounded(box.bottom - ((value - axis.min) / (axis.max - axis.min)) * (box.bottom - box.top)),
    indexAt: (x) => clamped(Math.round((x - first) / band), 0, count - 1),
  }
}

/** A tenth of a pixel is as fine as is seen. */
const rounded = (pixels: number): number => Math.round(pixels * 10) / 10
