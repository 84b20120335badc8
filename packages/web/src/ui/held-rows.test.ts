import { expect, test } from 'vitest'
import { heldBack } from './held-rows.ts'

interface Row {
  id: string
  sequence: number
  state?: string
}

const row = (sequence: number, state = 'delivered'): Row => ({ id: `${sequence}`, sequence, state })
const rows = (...sequences: number[]) => sequences.map((sequence) => row(sequence))

test('an empty list shows new rows immediately', () => {
  expect(heldBack([], rows(2, 1))).toEqual({ rows: rows(2, 1), newer: 0 })
})

test('newer rows are counted, and nothing moves', () => {
  expect(heldBack(rows(3, 2, 1), rows(6, 5, 4, 3, 2, 1))).toEqual({
    rows: rows(3, 2, 1),
    newer: 3,
  })
})

test('visible rows are updated', () => {
  const held = [row(2, 'waiting'), row(1)]
  expect(heldBack(held, rows(3, 2, 1))).toEqual({ rows: rows(2, 1), newer: 1 })
})

test('rows that newer ones pushed off the page stay', () => {
  expect(heldBack(rows(3, 2, 1), rows(5, 4, 3))).toEqual({ rows: rows(3, 2, 1), newer: 2 })
})

test('rows that no longer match stay until released', () => {
  const held = [row(3, 'waiting'), row(2, 'waiting')]
  expect(heldBack(held, [row(2, 'waiting')])).toEqual({ rows: held, newer: 0 })
})

test('rows inserted in the middle are counted, and held as well', () => {
  expect(heldBack(rows(4, 2), rows(4, 3, 2))).toEqual({ rows: rows(4, 2), newer: 1 })
})

test('older rows are appended', () => {
  expect(heldBack(rows(5, 4), rows(6, 5, 4, 3, 2))).toEqual({ rows: rows(5, 4, 3, 2), newer: 1 })
})

test('older rows are appended even if the oldest no longer matches', () => {
  expect(heldBack(rows(3, 2), rows(3, 1))).toEqual({ rows: rows(3, 2, 1), newer: 0 })
})

test('rows of which none is on the page any more stay', () => {
  expect(heldBack(rows(2, 1), rows(4, 3))).toEqual({ rows: rows(2, 1), newer: 2 })
})
