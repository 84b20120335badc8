import { describe, expect, test } from 'vitest'
import { rowsOf } from './rows-of.ts'

const range = { from: '2026-03-01', to: '2026-03-31' }
const inEuros = { slug: 'acme', range, metrics: { currency: 'eur', conversion: null } }

describe('the rows of a figure', () => {
  test('are those of its days, its currency and its product', () => {
    const product = '01234567-89ab-7def-8123-456789abcdef'
    expect(rowsOf('revenue', inEuros)).toEqual({
      to: '/dashboard/$slug/orders',
      params: { slug: 'acme' },
      search: { ...range, currency: 'eur' },
    })
    expect(rowsOf('orders', { ...inEuros, product })?.search).toMatchObject({ product })
  })

  test('are of all currencies where they are converted, if none is left out', () => {
    const converted = (unconverted: object[]) =>
      rowsOf('revenue', { ...inEuros, metrics: { currency: 'eur', conversion: { unconverted } } })
    expect(converted([])?.search).toEqual(range)
    expect(converted([{ currency: 'usd' }])).toBe(null)
  })

  test('are movements of their kind, or those with which subscriptions started or ended', () => {
    const search = { ...range, currency: 'eur' }
    const to = '/dashboard/$slug/analytics/movements'
    expect(rowsOf('pausedRunRate', inEuros)).toMatchObject({
      to,
      search: { ...search, kind: 'pause' },
    })
    expect(rowsOf('newSubscriptions', inEuros)).toMatchObject({
      to,
      search: { ...search, change: 'started' },
    })
    expect(rowsOf('cancellationsOther', inEuros)).toMatchObject({
      to,
      search: { ...search, change: 'ended', reason: 'other' },
    })
  })

  test('aren’t all movements where exchange rates moved recurring revenue, too', () => {
    const converted = { currency: 'eur', conversion: { unconverted: [] } }
    expect(rowsOf('movements', inEuros)?.search).toEqual({ ...range, currency: 'eur' })
    expect(rowsOf('movements', { ...inEuros, metrics: converted })).toBe(null)
    expect(rowsOf('newRunRate', { ...inEuros, metrics: converted })?.search).toEqual({
      ...range,
      kind: 'new',
    })
  })

  test('are checkouts, of which those that succeeded are fewer', () => {
    const search = { ...range, currency: 'eur' }
    const to = '/dashboard/$slug/checkouts'
    expect(rowsOf('checkouts', inEuros)).toMatchObject({ to, search })
    expect(rowsOf('succeededCheckouts', inEuros)).toMatchObject({
      to,
      search: { ...search, status: 'succeeded' },
    })
  })

  test('are refunds and disputes, each on its own day', () => {
    const search = { ...range, currency: 'eur' }
    const to = '/dashboard/$slug/analytics/corrections'
    expect(rowsOf('refundedAmount', inEuros)).toMatchObject({
      to,
      search: { ...search, kind: 'refunds' },
    })
    expect(rowsOf('lostAmount', inEuros)).toMatchObject({
      to,
      search: { ...search, kind: 'lost_disputes' },
    })
  })

  test('are none where no list has them', () => {
    expect(rowsOf('lifetimeValue', inEuros)).toBe(null)
  })
})
