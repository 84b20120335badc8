import { expect, test } from 'vitest'
import { heldBack } from './held-rows.ts'

interface Row {
  id: string
  sequence: number
  state?: string
}

const row = (sequence: number, state = 'delivered'): Row => ({ id: `${sequence}`, sequence, state })
const rows = (...sequences: number[]) => sequences.map((sequence) => row(sequence))

test('nothing is held of an empty list', () => {
  expect(heldBack([], rows(2, 1))).toEqual({ rows: rows(2, 1), newer: 0 })
})

test('what is newer is counted, and nothing moves', () => {
  expect(heldBack(rows(3, 2, 1), rows(6, 5, 4, 3, 2, 1))).toEqual({
    rows: rows(3, 2, 1),
    newer: 3,
  })
})

test('a row says how things stand now', () => {
  const held = [row(2, 'waiting'), row(1)]
  expect(heldBack(held, rows(3, 2, 1))).toEqual({ rows: rows(2, 1), newer: 1 })
})

test('what newer rows have pushed out of the page stays', () => {
  expect(heldBack(rows(3, 2, 1), rows(5, 4, 3))).toEqual({ rows: rows(3, 2, 1), newer: 2 })
})

test('what no longer belongs to the list stays until one goes on', () => {
  const held = [row(3, 'waiting'), row(2, 'waiting')]
  expect(heldBack(held, [row(2, 'waiting')])).toEqual({ rows: held, newer: 0 })
})

test('what joins in the middle is counted, and waits as well', () => {
  expect(heldBack(rows(4, 2), rows(4, 3, 2))).toEqual({ rows: rows(4, 2), newer: 1 })
})

test('what is older joins at the end', () => {
  expect(heldBack(rows(5, 4), rows(6, 5, 4, 3, 2))).toEqual({ rows: rows(5, 4, 3, 2), newer: 1 })
})
