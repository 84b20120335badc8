import { expect, test } from 'vitest'
import { mergedByName } from './event-names.ts'

const [early, late] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T00:00:00Z')]

test('a name of two sources is counted together', () => {
  const names = [
    { name: 'call', occurrences: 3, lastSeen: late },
    { name: 'job', occurrences: 2, lastSeen: early },
    { name: 'call', occurrences: 1, lastSeen: early },
  ]
  expect(mergedByName(names)).toEqual([
    { name: 'call', occurrences: 4, lastSeen: late },
    { name: 'job', occurrences: 2, lastSeen: early },
  ])
  expect(mergedByName(names.toReversed())[0]).toEqual({
    name: 'call',
    occurrences: 4,
    lastSeen: late,
  })
})
