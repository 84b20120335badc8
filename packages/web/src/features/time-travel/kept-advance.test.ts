import { beforeEach, expect, test, vi } from 'vitest'
import { keepAdvance, readAdvance } from './kept-advance.ts'

const from = new Date('2027-01-31T12:00:00.000Z')
const to = new Date('2027-02-28T12:00:00.000Z')
const advance = { from, to, happened: [{ at: to, what: 'order.paid', count: 2 }] }

let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  return () => vi.unstubAllGlobals()
})

test('an advance is kept by organization', () => {
  expect(readAdvance('north')).toBeNull()
  keepAdvance('north', advance)
  expect(readAdvance('north')).toEqual(advance)
  expect(readAdvance('south')).toBeNull()
})

test.each(['', 'nothing', 'null', '{}', '{"from":1,"to":2,"happened":[]}'])(
  'what isn’t understood is as if nothing was kept: %j',
  (text) => {
    keepAdvance('north', advance)
    for (const key of kept.keys()) kept.set(key, text)
    expect(readAdvance('north')).toBeNull()
  },
)
