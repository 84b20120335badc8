import { expect, test } from 'vitest'
import { prorationBehaviorOf, resolveProrationMode } from './seller-settings.ts'

test.each([
  ['invoice', 'invoice'],
  ['prorate', 'prorate'],
  ['next_period', 'prorate'],
  ['reset', 'invoice'],
] as const)('mode %s is shown as %s, and sending that back keeps the mode', (mode, behavior) => {
  expect(prorationBehaviorOf(mode)).toBe(behavior)
  expect(resolveProrationMode(mode, behavior)).toBe(mode)
})

test.each([
  ['next_period', 'invoice'],
  ['reset', 'prorate'],
  ['invoice', 'prorate'],
] as const)('mode %s changes when %s is requested', (mode, requested) => {
  expect(resolveProrationMode(mode, requested)).toBe(requested)
})
