import { expect, test } from 'vitest'
import { centered, dragged, squareOf } from './crop.ts'

const wide = { width: 400, height: 200 }
const square = { width: 300, height: 300 }

test.each([
  [wide, centered, { side: 200, left: 100, top: 0 }],
  [wide, { zoom: 2, x: 0, y: 1 }, { side: 100, left: 0, top: 100 }],
  [square, { zoom: 1, x: 1, y: 0 }, { side: 300, left: 0, top: 0 }],
  [square, { zoom: 4, x: 1, y: 1 }, { side: 75, left: 225, top: 225 }],
])('of %j, %j keeps %j', (sides, crop, kept) => {
  expect(squareOf(sides, crop)).toEqual(kept)
})

test.each([
  ['to the right shows more of the left', { x: 0.25, y: 0 }, { x: 0.25, y: 0.5 }],
  ['stops at the edge', { x: 3, y: 0 }, { x: 0, y: 0.5 }],
  ['stops at the other edge', { x: -3, y: 0 }, { x: 1, y: 0.5 }],
  ['has no effect without room', { x: 0, y: 0.5 }, { x: 0.5, y: 0.5 }],
])('dragging %s', (_what, by, place) => {
  expect(dragged(wide, centered, by)).toEqual({ zoom: 1, ...place })
})
