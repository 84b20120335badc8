import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { Attempted } from '../rules/standing.ts'
import type { LockedLane } from '../store/lane-standings.ts'
import { judgeLane } from './judge-lane.ts'

const now = new Date('2031-05-01T12:00:00Z')

const lane: LockedLane = {
  organizationId: newId('organization'),
  endpointId: newId('webhookEndpoint'),
  readThrough: 7,
  readAt: new Date('2031-05-01T11:00:00Z'),
  failingSince: null,
  failedEvents: 0,
  warnedAt: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastCode: null,
  url: 'https://example.com/hook',
  name: null,
  version: 3,
  isEnabled: true,
  disabledReason: null,
}

const step = (from: number, readThrough: number) => ({
  step: { from, to: { readThrough, readAt: now } },
  attempted: null,
  isDueChanged: false,
})

const attempt = (succeeded: boolean) => ({
  step: null,
  attempted: {
    succeeded,
    httpCode: succeeded ? 200 : 500,
    begunAt: now,
    failedBefore: null,
  } satisfies Attempted,
  isDueChanged: true,
})

const failures = (count: number) => Array.from({ length: count }, () => attempt(false))

describe('a lane', () => {
  it('goes step by step, and as far as the last', () => {
    const judged = judgeLane(lane, [step(7, 8), step(8, 12)], now)
    expect(judged?.noted).toMatchObject({ readThrough: 12, readAt: now, isDueChanged: false })
  })

  it.each([
    ['before the first step', [step(8, 9)]],
    ['between two', [step(7, 8), step(9, 10)]],
    ['where somebody has gone on meanwhile', [step(6, 7)]],
  ])('isn’t moved over a gap %s', (_where, notes) => {
    expect(judgeLane(lane, notes, now)).toBeNull()
  })

  it('is told of once, and brought to rest, as all of it together says', () => {
    const judged = judgeLane(lane, failures(10), now)
    expect(judged).toMatchObject({
      turn: 'resting',
      after: { version: 4, isEnabled: false, disabledReason: 'failing' },
      noted: { failedEvents: 10, failingSince: now, isDueChanged: true },
    })
    expect(judged?.events.map(({ name, object }) => [name, object.version])).toEqual([
      ['webhook_endpoint.warned', 4],
      ['webhook_endpoint.rested', 4],
    ])
  })

  it('isn’t told of where a success has come in between', () => {
    const judged = judgeLane(lane, [...failures(10), attempt(true)], now)
    expect(judged).toMatchObject({ turn: null, events: [], noted: { failedEvents: 0 } })
  })

  it('awakes', () => {
    const resting: LockedLane = {
      ...lane,
      isEnabled: false,
      disabledReason: 'failing',
      failingSince: now,
      failedEvents: 10,
      warnedAt: now,
    }
    expect(judgeLane(resting, [attempt(true)], now)).toMatchObject({
      turn: 'awake',
      after: { version: 4, isEnabled: true, disabledReason: null },
      events: [{ name: 'webhook_endpoint.awakened', object: { version: 4 } }],
    })
  })

  it('stays as a member has left it', () => {
    const stopped: LockedLane = { ...lane, isEnabled: false, disabledReason: 'member' }
    expect(judgeLane(stopped, failures(10), now)).toMatchObject({ turn: null, events: [] })
    expect(judgeLane(stopped, [attempt(true)], now)).toMatchObject({ turn: null, events: [] })
  })
})
