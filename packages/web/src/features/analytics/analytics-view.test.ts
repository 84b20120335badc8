import { describe, expect, test } from 'vitest'
import { isTable, rangeNameOf, readAnalyticsView, withRange, withTable } from './analytics-view.ts'

const product = '0199c6f0-1234-7abc-8def-0123456789ab'

describe('the state in the URL', () => {
  test('is read with its defaults left out', () => {
    const full = {
      range: 'last-12-months',
      by: 'week',
      compare: true,
      product,
      currency: 'eur',
      tables: 'revenue.orders',
    }
    expect(readAnalyticsView(full)).toEqual(full)
    expect(readAnalyticsView({ range: 'last-3-months' })).toEqual({})
    expect(rangeNameOf({})).toBe('last 3 months')
    expect(rangeNameOf({ range: 'all-time' })).toBe('all time')
  })

  test('is of one currency or of all together', () => {
    expect(readAnalyticsView({ convert: true, currency: 'usd' })).toEqual({ convert: true })
    expect(readAnalyticsView({ convert: 'yes', currency: 'usd' })).toEqual({ currency: 'usd' })
  })

  test('has given days instead of a preset', () => {
    const days = { from: '2026-01-01', to: '2026-03-31' }
    expect(readAnalyticsView({ ...days, range: 'today' })).toEqual(days)
    expect(rangeNameOf(days)).toBeUndefined()
  })

  test.each([
    [{ range: 'last-decade' }],
    [{ from: '2022-12-31', to: '2023-01-01' }],
    [{ from: '2026-03-31', to: '2026-01-01' }],
    [{ from: '2026-01-01' }],
    [{ by: 'minute' }],
    [{ compare: 'yes' }],
    [{ product: 'pro' }],
    [{ currency: 'EURO' }],
    [{ tables: '' }],
  ])('%o is ignored', (search) => {
    expect(readAnalyticsView(search)).toEqual({})
  })

  test('keeps filters, and picks the interval anew, when the days change', () => {
    const view = { range: 'today', by: 'hour', compare: true, product } as const
    const days = { from: '2026-01-01', to: '2026-03-31' }
    expect(withRange(view, days, null)).toEqual({ ...days, compare: true, product })
    expect(withRange({ ...days, by: 'day' }, days, 'this year')).toEqual({ range: 'this-year' })
  })

  test('knows the charts that are tables', () => {
    const one = withTable({ compare: true }, 'revenue', true)
    const two = withTable(one, 'orders', true)
    expect(two).toEqual({ compare: true, tables: 'revenue.orders' })
    expect([isTable(two, 'orders'), isTable(two, 'order')]).toEqual([true, false])
    expect(withTable(withTable(two, 'revenue', false), 'orders', false)).toEqual({ compare: true })
  })
})
