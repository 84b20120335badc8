import { describe, expect, test } from 'vitest'
import {
  type Attention,
  countText,
  endpointName,
  moreText,
  waitingCount,
} from './attention-text.ts'

const none = { total: 0, items: [] }

const quiet: Attention = {
  overduePayments: none,
  disputes: none,
  webhookEndpoints: none,
  failedGrants: none,
  pausedRenewals: none,
  invoicesWithoutNumber: none,
  endingSubscriptions: null,
  stoppedTopUps: none,
}

describe('what needs attention', () => {
  test('is counted over all kinds, without those that one may not read', () => {
    expect(waitingCount(quiet)).toBe(0)
    const disputes = { total: 4, items: [] }
    expect(waitingCount({ ...quiet, disputes, stoppedTopUps: { total: 3, items: [] } })).toBe(7)
  })

  test('has a link to the rest, if there is more than is shown', () => {
    expect(moreText('disputes', quiet)).toBeNull()
    expect(moreText('endingSubscriptions', quiet)).toBeNull()
    expect(moreText('disputes', { ...quiet, disputes: { total: 4, items: [] } })).toBe(
      '4 disputes to answer',
    )
    const disputes = { total: 1000, items: [] }
    expect(moreText('disputes', { ...quiet, disputes })).toBe('1,000+ disputes to answer')
  })

  test('counts up to a thousand', () => {
    expect([999, 1000].map(countText)).toEqual(['999', '1,000+'])
  })

  test('calls endpoints by their name, else by their host', () => {
    expect(endpointName({ name: 'Shop', url: 'https://shop.test/hook' })).toBe('Shop')
    expect(endpointName({ name: null, url: 'https://shop.test/hook' })).toBe('shop.test')
    expect(endpointName({ name: null, url: 'nonsense' })).toBe('nonsense')
  })
})
