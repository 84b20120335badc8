import { expect, test } from 'vitest'
import { firstIdAt, instantOfId, newId } from './ids.ts'

const at = (milliseconds: number) => ({
  now: () => new Date(milliseconds),
  monotonicMilliseconds: () => 0,
})

test('an id is a UUIDv7 of its millisecond', () => {
  const milliseconds = Date.UTC(2026, 10, 20, 9, 30, 0, 123)
  const id = newId('toy', at(milliseconds))
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(milliseconds)
})

test('later ids sort later', () => {
  const ids = [0, 1, 255, 256, 1_000_000, 2 ** 40].map((milliseconds) =>
    newId('toy', at(milliseconds)),
  )
  expect(ids.toSorted()).toEqual(ids)
})

test('ids of one millisecond differ', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('toy', at(0)))
  expect(new Set(ids).size).toBe(ids.length)
})

test('ids of one millisecond sort in order of creation', () => {
  const ids = Array.from({ length: 4_096 }, () => newId('toy', at(1)))
  expect(ids.toSorted()).toEqual(ids)
})

test('an id says when it was made', () => {
  const instant = new Date('2026-11-20T09:30:00.123Z')
  expect(instantOfId(newId('toy', at(instant.getTime())))).toEqual(instant)
  expect(instantOfId(firstIdAt('toy', instant))).toEqual(instant)
})

test('the first id of an instant sorts between those before and those from then on', () => {
  const milliseconds = Date.UTC(2026, 10, 20)
  const sorted = [
    newId('toy', at(milliseconds - 1)),
    firstIdAt('toy', new Date(milliseconds)),
    newId('toy', at(milliseconds)),
  ]
  expect(sorted.toSorted()).toEqual(sorted)
})
