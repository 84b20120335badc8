/** A color by its role; the screen and the file each know its value. */
export type Ink = 'accent' | 'ink' | 'ink-2' | 'ink-3' | 'line' | 'line-strong' | 'surface'

export interface PathMark {
  readonly d: string
  readonly fill?: Ink
  readonly opacity?: number
  readonly stroke?: Ink
  readonly width?: number
  readonly dash?: string
}

interface TextMark {
  readonly text: string
  readonly x: number
  /** The baseline. */
  readonly y: number
  readonly ink: Ink
  readonly anchor: 'start' | 'middle' | 'end'
  readonly isStrong?: boolean
}

export type Mark = PathMark | TextMark

/** A place of the cursor: what is read there, and how it is marked. */
export interface Stop {
  readonly label: string
  readonly values: readonly { readonly name: string; readonly text: string }[]
  readonly x: number
  readonly y: number
  readonly marks: readonly Mark[]
}

/** A drawn chart, for the screen and for files alike. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly marks: readonly Mark[]
  /** How many places the cursor has. */
  readonly stops: number
  readonly stopAt: (index: number) => Stop
  /** The nearest place of the cursor. */
  readonly indexAt: (point: { readonly x: number; readonly y: number }) => number
}

export type Draw = (width: number) => Picture

export const fontPixels = 11

const averageGlyph = 0.58

/** Estimated, because measuring depends on a document. */
export const textWidth = (text: string): number => text.length * fontPixels * averageGlyph

export const clamped = (value: number, min: number, max: number): number =>
  Math.max(min, Math.min(max, value))
