import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisOf } from './axis.ts'

describe('an axis', () => {
  it.each([
    [[0, 87], 1, [0, 25, 50, 75, 100]],
    [[912_000, 1_248_000], 1, [0, 500_000, 1_000_000, 1_500_000]],
    [[1, 2], 1, [0, 1, 2]],
    [[], 1, [0, 1]],
    [[0, 0], 0.01, [0, 0.01]],
    [[-30, 55], 1, [-50, -25, 0, 25, 50, 75]],
    [[0.03, 0.1], 0.01, [0, 0.025, 0.05, 0.075, 0.1]],
  ])('of %o has round ticks', (values, stepMin, ticks) => {
    const axis = axisOf({ values, stepMin })
    expect(axis.ticks.map((tick) => Number(tick.toFixed(6)))).toEqual(ticks)
  })

  it('has room for zero and every value, and never many ticks', () => {
    const value = fc.integer({ min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const { min, max, ticks } = axisOf({ values, stepMin: 1 })
        expect(min).toBeLessThanOrEqual(Math.min(0, ...values))
        expect(max).toBeGreaterThanOrEqual(Math.max(0, ...values))
        expect(ticks.length).toBeGreaterThan(1)
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})
