import { describe, expect, it } from 'vitest'
import { type EndpointHealth, healthAfterAttempt, healthStateOf } from './endpoint-health.ts'

const at = (minute: number) => new Date(Date.UTC(2031, 4, 1, 12, minute))

const fresh: EndpointHealth = {
  isSuspended: false,
  failingSince: null,
  failedEvents: 0,
  warnedAt: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastCode: null,
}

interface Step {
  /** A new event, or the minute at which the same event failed before. */
  readonly event: 'new' | number
  readonly code: number | null
  readonly notice?: 'warned' | 'suspended' | 'resumed'
}

/** One attempt a minute; returns the health at the end. */
function after(...steps: readonly Step[]): EndpointHealth {
  return steps.reduce((health, { event, code, notice = null }, minute) => {
    const outcome = {
      succeeded: code === 200,
      httpCode: code,
      startedAt: at(minute),
      failedBefore: event === 'new' ? null : at(event),
    }
    const change = healthAfterAttempt(health, outcome, at(minute))
    expect([minute, change.notice]).toEqual([minute, notice])
    return change.health
  }, fresh)
}

const failing = (count: number): Step[] =>
  Array.from({ length: count }, (_, index) => {
    const step = { event: 'new', code: 500 } as const
    if (index === 2) return { ...step, notice: 'warned' }
    return index === 9 ? { ...step, notice: 'suspended' } : step
  })

describe('an endpoint', () => {
  it('is healthy after a success', () => {
    expect(after({ event: 'new', code: 200 })).toEqual({
      ...fresh,
      lastSuccessAt: at(0),
      lastCode: 200,
    })
  })

  it('that fails records since when, how often and with which code', () => {
    const health = after(
      { event: 'new', code: 200 },
      { event: 'new', code: 500 },
      { event: 'new', code: null },
    )
    expect(health).toEqual({
      ...fresh,
      failingSince: at(1),
      failedEvents: 2,
      lastSuccessAt: at(0),
      lastFailureAt: at(2),
      lastCode: null,
    })
  })

  it('counts an event that fails again once, however long each attempt takes', () => {
    const event = { succeeded: false, httpCode: 500 }
    const first = { ...event, startedAt: at(0), failedBefore: null }
    const second = { ...event, startedAt: at(1), failedBefore: null }
    const again = { ...event, startedAt: at(10), failedBefore: at(0) }
    const { health } = [second, first, again].reduce(
      (before, outcome) =>
        healthAfterAttempt(before.health, outcome, new Date(outcome.startedAt.getTime() + 9_000)),
      { health: fresh },
    )
    expect(health).toMatchObject({ failedEvents: 2, failingSince: at(0) })
  })

  it('causes one warning, at the third failed event', () => {
    expect(after(...failing(9))).toMatchObject({ warnedAt: at(2), failedEvents: 9 })
  })

  it('is suspended at the tenth failed event', () => {
    expect(after(...failing(10))).toMatchObject({ isSuspended: true, failedEvents: 10 })
  })

  it('is not suspended by one event that fails again and again', () => {
    const again = Array.from({ length: 9 }, () => ({ event: 0, code: 500 }) as const)
    expect(after({ event: 'new', code: 500 }, ...again)).toMatchObject({
      isSuspended: false,
      failedEvents: 1,
      warnedAt: null,
    })
  })

  it('counts an event again that failed before the last success', () => {
    const health = after(
      { event: 'new', code: 500 },
      { event: 'new', code: 200 },
      { event: 0, code: 500 },
    )
    expect(health).toMatchObject({ failedEvents: 1, failingSince: at(2) })
  })

  it('starts over after a success, and so do its warnings', () => {
    const health = after(...failing(4), { event: 'new', code: 200 }, ...failing(2))
    expect(health).toMatchObject({ failedEvents: 2, warnedAt: null })
  })

  it('resumes with the first success, and is not suspended twice', () => {
    const health = after(
      ...failing(10),
      { event: 9, code: 503 },
      { event: 'new', code: 503 },
      { event: 9, code: 200, notice: 'resumed' },
      { event: 'new', code: 200 },
    )
    expect(health).toMatchObject({ isSuspended: false, failedEvents: 0, failingSince: null })
  })
})

const since = new Date('2026-02-03T04:05:06Z')

it.each([
  [{ isEnabled: true, disabledReason: null, failingSince: null }, 'healthy'],
  [{ isEnabled: true, disabledReason: null, failingSince: since }, 'failing'],
  [{ isEnabled: false, disabledReason: 'failing', failingSince: since }, 'resting'],
  [{ isEnabled: false, disabledReason: 'member', failingSince: since }, 'disabled'],
  [{ isEnabled: false, disabledReason: 'member', failingSince: null }, 'disabled'],
])('an endpoint with %j is %s', (facts, state) => {
  expect(healthStateOf(facts)).toBe(state)
})
