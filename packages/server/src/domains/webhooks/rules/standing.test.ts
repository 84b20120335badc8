import { describe, expect, it } from 'vitest'
import { type Standing, standingAfter } from './standing.ts'

const at = (minute: number) => new Date(Date.UTC(2031, 4, 1, 12, minute))

const fresh: Standing = {
  isResting: false,
  failingSince: null,
  failedEvents: 0,
  warnedAt: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastCode: null,
}

interface Step {
  /** A new event, or the minute at which this one failed before. */
  readonly event: 'new' | number
  readonly code: number | null
  readonly news?: 'warned' | 'rested' | 'awakened'
}

/** One attempt a minute; answers how it stands at the end. */
function after(...steps: readonly Step[]): Standing {
  return steps.reduce((standing, { event, code, news = null }, minute) => {
    const attempted = {
      succeeded: code === 200,
      httpCode: code,
      begunAt: at(minute),
      failedBefore: event === 'new' ? null : at(event),
    }
    const judgement = standingAfter(standing, attempted, at(minute))
    expect([minute, judgement.news]).toEqual([minute, news])
    return judgement.standing
  }, fresh)
}

const failing = (count: number): Step[] =>
  Array.from({ length: count }, (_, index) => {
    const step = { event: 'new', code: 500 } as const
    if (index === 2) return { ...step, news: 'warned' }
    return index === 9 ? { ...step, news: 'rested' } : step
  })

describe('an endpoint', () => {
  it('that takes what it’s sent is well', () => {
    expect(after({ event: 'new', code: 200 })).toEqual({
      ...fresh,
      lastSuccessAt: at(0),
      lastCode: 200,
    })
  })

  it('that fails remembers since when, with what, and how often', () => {
    const standing = after(
      { event: 'new', code: 200 },
      { event: 'new', code: 500 },
      { event: 'new', code: null },
    )
    expect(standing).toEqual({
      ...fresh,
      failingSince: at(1),
      failedEvents: 2,
      lastSuccessAt: at(0),
      lastFailureAt: at(2),
      lastCode: null,
    })
  })

  it('counts an event once that fails again, however long each attempt takes', () => {
    const event = { succeeded: false, httpCode: 500 }
    const first = { ...event, begunAt: at(0), failedBefore: null }
    const second = { ...event, begunAt: at(1), failedBefore: null }
    const again = { ...event, begunAt: at(10), failedBefore: at(0) }
    const { standing } = [second, first, again].reduce(
      (judged, attempted) =>
        standingAfter(judged.standing, attempted, new Date(attempted.begunAt.getTime() + 9_000)),
      { standing: fresh },
    )
    expect(standing).toMatchObject({ failedEvents: 2, failingSince: at(0) })
  })

  it('is told of once, at the third event', () => {
    expect(after(...failing(9))).toMatchObject({ warnedAt: at(2), failedEvents: 9 })
  })

  it('rests at the tenth event', () => {
    expect(after(...failing(10))).toMatchObject({ isResting: true, failedEvents: 10 })
  })

  it('isn’t brought to rest by one event that fails again and again', () => {
    const again = Array.from({ length: 9 }, () => ({ event: 0, code: 500 }) as const)
    expect(after({ event: 'new', code: 500 }, ...again)).toMatchObject({
      isResting: false,
      failedEvents: 1,
      warnedAt: null,
    })
  })

  it('counts an event again that had failed before the last success', () => {
    const standing = after(
      { event: 'new', code: 500 },
      { event: 'new', code: 200 },
      { event: 0, code: 500 },
    )
    expect(standing).toMatchObject({ failedEvents: 1, failingSince: at(2) })
  })

  it('begins anew with a success, and is told of anew', () => {
    const standing = after(...failing(4), { event: 'new', code: 200 }, ...failing(2))
    expect(standing).toMatchObject({ failedEvents: 2, warnedAt: null })
  })

  it('awakes from its rest with the first success, and doesn’t rest twice', () => {
    const standing = after(
      ...failing(10),
      { event: 9, code: 503 },
      { event: 'new', code: 503 },
      { event: 9, code: 200, news: 'awakened' },
      { event: 'new', code: 200 },
    )
    expect(standing).toMatchObject({ isResting: false, failedEvents: 0, failingSince: null })
  })
})
