import { expect, test } from 'vitest'
import { prorationWanted, shownProration } from './proration-shown.ts'

test.each([
  ['invoice', 'invoice'],
  ['prorate', 'prorate'],
  ['next_period', 'prorate'],
  ['reset', 'invoice'],
] as const)('%s is shown as %s, and sending that back changes nothing', (mode, shown) => {
  expect(shownProration(mode)).toBe(shown)
  expect(prorationWanted(mode, shown)).toBe(mode)
})

test.each([
  ['next_period', 'invoice'],
  ['reset', 'prorate'],
  ['invoice', 'prorate'],
] as const)('of %s, who says %s gets that', (mode, said) => {
  expect(prorationWanted(mode, said)).toBe(said)
})
