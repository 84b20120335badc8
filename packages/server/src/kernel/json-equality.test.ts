import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isSame } from './json-equality.ts'

describe('equal values', () => {
  it.each<[unknown, unknown]>([
    [null, null],
    ['a', 'a'],
    [{}, {}],
    [[], []],
    [
      { a: 1, b: [1, { c: null }] },
      { b: [1, { c: null }], a: 1 },
    ],
  ])('%j and %j', (one, other) => expect(isSame(one, other)).toBe(true))

  it.each<[unknown, unknown]>([
    [null, {}],
    [null, 'null'],
    ['1', 1],
    [0, false],
    [[], {}],
    [['a'], { 0: 'a' }],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 1]],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: { b: [1] } }, { a: { b: ['1'] } }],
  ])('%j differs from %j', (one, other) => {
    expect(isSame(one, other)).toBe(false)
    expect(isSame(other, one)).toBe(false)
  })
})

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a value equals its JSON round trip, and nothing else', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const copy = throughJson(one)
      expect(isSame(one, copy)).toBe(true)
      expect(isSame(one, other)).toBe(isDeepStrictEqual(copy, throughJson(other)))
    }),
  )
})
