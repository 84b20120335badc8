import { expect, test } from 'vitest'
import { startOfDay } from '../../ui/calendar-days.ts'
import { replayAsked, sequenceMistake, wishFor, wishMistake } from './replay-wish.ts'

const everything = { ...wishFor({}), failedOnly: false }

test('without filters what was given up is meant', () => {
  expect(replayAsked(wishFor({}))).toEqual({ failedOnly: true })
})

test('what the log is narrowed to is meant', () => {
  const view = {
    type: 'order.paid',
    object: 'an-id',
    from: '2026-11-01',
    to: '2026-11-30',
  } as const
  expect(replayAsked(wishFor(view))).toEqual({
    createdAfter: startOfDay('2026-11-01').toISOString(),
    createdBefore: startOfDay('2026-12-01').toISOString(),
    objectId: 'an-id',
    types: ['order.paid'],
  })
  expect(replayAsked(wishFor({ state: 'failed', object: 'an-id' }))).toEqual({
    objectId: 'an-id',
    failedOnly: true,
  })
})

test('a range is of days or of numbers, never of both', () => {
  const both = { ...everything, from: '2026-11-01', fromSequence: ' 7 ', toSequence: '9' }
  expect(replayAsked({ ...both, by: 'sequence' })).toEqual({ fromSequence: 7, toSequence: 9 })
  expect(Object.keys(replayAsked({ ...both, by: 'time' }))).toEqual(['createdAfter'])
})

test('everything at once is refused before it’s asked', () => {
  expect(wishMistake(everything)).toContain('Say which events')
  expect(wishMistake({ ...everything, by: 'sequence', from: '2026-11-01' })).not.toBeNull()
  expect(wishMistake({ ...everything, object: 'an-id' })).toBeNull()
})

test.each([
  ['', true],
  ['1', true],
  [' 42 ', true],
  ['0', false],
  ['-1', false],
  ['1.5', false],
  ['1000000000000000', false],
])('“%s” as the number of an event', (text, isFine) => {
  expect(sequenceMistake(text) === null).toBe(isFine)
})
