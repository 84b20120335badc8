import { expect, it } from 'vitest'
import { healthStateOf } from './endpoint-health.ts'

const since = new Date('2026-02-03T04:05:06Z')

it.each([
  [{ isEnabled: true, disabledReason: null, failingSince: null }, 'healthy'],
  [{ isEnabled: true, disabledReason: null, failingSince: since }, 'failing'],
  [{ isEnabled: false, disabledReason: 'failing', failingSince: since }, 'resting'],
  [{ isEnabled: false, disabledReason: 'member', failingSince: since }, 'disabled'],
  [{ isEnabled: false, disabledReason: 'member', failingSince: null }, 'disabled'],
])('%j is %s', (facts, state) => {
  expect(healthStateOf(facts)).toBe(state)
})
