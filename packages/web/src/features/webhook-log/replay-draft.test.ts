import { expect, test } from 'vitest'
import { mistakeIn } from '#/lib/form-schema.ts'
import { startOfDay } from '#/ui/calendar-days.ts'
import { draftFor, replayMistake, replayRequest, replaySchema } from './replay-draft.ts'

const everything = { ...draftFor({}), failedOnly: false }

test('without filters, failed deliveries are selected', () => {
  expect(replayRequest(draftFor({}))).toEqual({ failedOnly: true })
})

test('the filters of the log are the initial values', () => {
  const view = {
    type: 'order.paid',
    object: 'an-id',
    from: '2026-11-01',
    to: '2026-11-30',
  } as const
  expect(replayRequest(draftFor(view))).toEqual({
    createdAfter: startOfDay('2026-11-01').toISOString(),
    createdBefore: startOfDay('2026-12-01').toISOString(),
    objectId: 'an-id',
    types: ['order.paid'],
  })
  expect(replayRequest(draftFor({ state: 'failed', object: 'an-id' }))).toEqual({
    objectId: 'an-id',
    failedOnly: true,
  })
})

test('a range has dates or sequences, never both', () => {
  const both = { ...everything, from: '2026-11-01', fromSequence: ' 7 ', toSequence: '9' }
  expect(replayRequest({ ...both, by: 'sequence' })).toEqual({ fromSequence: 7, toSequence: 9 })
  expect(Object.keys(replayRequest({ ...both, by: 'time' }))).toEqual(['createdAfter'])
})

test('a replay without any condition is refused locally', () => {
  expect(replayMistake(everything)).toContain('Choose events by date')
  expect(replayMistake({ ...everything, by: 'sequence', from: '2026-11-01' })).not.toBeNull()
  expect(replayMistake({ ...everything, object: 'an-id' })).toBeNull()
})

test.each([
  ['', true],
  ['1', true],
  [' 42 ', true],
  ['0', false],
  ['-1', false],
  ['1.5', false],
  ['9007199254740992', false],
])('“%s” as a sequence', (text, isValid) => {
  expect(mistakeIn(replaySchema.fromSequence, text) === null).toBe(isValid)
})
