import { expect, test } from 'vitest'
import { reachText } from './reach-text.ts'

test.each([
  ['loss', 1, 'One customer loses “Icons”.'],
  ['loss', 1200, '1,200 customers lose “Icons”.'],
  ['gain', 1, 'One customer gets “Icons”.'],
  ['gain', 2, '2 customers get “Icons”.'],
] as const)('a %s of %i', (kind, count, text) => {
  expect(reachText(kind, 'Icons', count)).toBe(text)
})
