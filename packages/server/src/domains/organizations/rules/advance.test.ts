import { describe, expect, it } from 'vitest'
import { type AdvanceRequest, type ClockFacts, planAdvance } from './advance.ts'

const now = new Date('2028-02-28T12:00:00Z')
const realNow = new Date('2026-11-22T09:00:00Z')
const sandbox: ClockFacts = { isSandbox: true, now, advanceUntil: null }

const plan = (request: AdvanceRequest, facts: Partial<ClockFacts> = {}) =>
  planAdvance({ ...sandbox, ...facts }, request, realNow)

describe('planAdvance', () => {
  it.each([
    [{ days: 1 }, '2028-02-29T12:00:00.000Z'],
    [{ days: 36_525 }, '2128-02-29T12:00:00.000Z'],
    [{ to: new Date('2028-03-01T00:00:00Z') }, '2028-03-01T00:00:00.000Z'],
    // A repeated call finds the clock there already.
    [{ to: now }, '2028-02-28T12:00:00.000Z'],
  ])('advances by %j to %s', (request, target) => {
    expect(plan(request)).toEqual(new Date(target))
  })

  it('advances when the lease of an earlier advance has expired', () => {
    expect(plan({ days: 1 }, { advanceUntil: realNow })).toBeInstanceOf(Date)
  })
})

describe('planAdvance refuses', () => {
  const soon = new Date(realNow.getTime() + 1)

  it.each<[string, AdvanceRequest, Partial<ClockFacts>]>([
    ['clock_of_sandbox_only', { to: realNow }, { isSandbox: false, advanceUntil: soon }],
    ['clock_is_advancing', { to: realNow }, { advanceUntil: soon }],
    ['clock_backwards', { to: new Date(now.getTime() - 1) }, {}],
    ['clock_too_far', { to: new Date('2128-02-29T12:00:00.001Z') }, {}],
  ])('with %s', (refused, request, facts) => {
    expect(plan(request, facts)).toMatchObject({ refused })
  })
})
