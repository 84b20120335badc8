import { expect, test } from 'vitest'
import { mistakesIn } from '#/lib/form-schema.ts'
import { changesOf, draftOf, keySchema } from './key-draft.ts'

const key = {
  status: 'granted',
  usage: 3,
  limitUsage: 1000,
  limitActivations: null,
  expiresAt: new Date(2027, 0, 2),
} as const

const draft = draftOf(key)

test('what is unchanged isn’t sent', () => {
  expect(changesOf(key, draft)).toEqual({})
  expect(changesOf(key, { ...draft, activationsMax: '5' })).toEqual({ limitActivations: 5 })
  expect(changesOf(key, { ...draft, usageMax: ' ', status: 'disabled' })).toEqual({
    limitUsage: null,
    status: 'disabled',
  })
})

test('the last day is included', () => {
  expect(draft.lastDay).toBe('2027-01-01')
  const { expiresAt } = changesOf(key, { ...draft, lastDay: '2027-03-31' })
  expect(expiresAt).toBe(new Date(2027, 3, 1).toISOString())
  expect(changesOf(key, { ...draft, lastDay: null })).toEqual({ expiresAt: null })
})

test.each([
  [{ usage: '' }, 'usage'],
  [{ usage: '-1' }, 'usage'],
  [{ usageMax: '0' }, 'usageMax'],
  [{ activationsMax: '1.5' }, 'activationsMax'],
])('%o is refused', (typed, field) => {
  const mistakes = mistakesIn(keySchema, { ...draft, ...typed })
  expect(mistakes.map(({ path }) => path[0])).toEqual([field])
})
