import { describe, expect, it } from 'vitest'
import { newId } from '../../../../platform/ids.ts'
import type { AttemptOutcome } from '../../rules/endpoint-health.ts'
import type { LockedLane } from '../../store/lane-state.ts'
import { laneUpdateAfter } from './lane-update.ts'

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
  outcome: null,
  isDueChanged: false,
})

const attempt = (succeeded: boolean) => ({
  step: null,
  outcome: {
    succeeded,
    httpCode: succeeded ? 200 : 500,
    startedAt: now,
    failedBefore: null,
  } satisfies AttemptOutcome,
  isDueChanged: true,
})

const failures = (count: number) => Array.from({ length: count }, () => attempt(false))

describe('a lane', () => {
  it('moves step by step to the last position', () => {
    const update = laneUpdateAfter(lane, [step(7, 8), step(8, 12)], now)
    expect(update?.state).toMatchObject({ readThrough: 12, readAt: now, isDueChanged: false })
  })

  it.each([
    ['before the first step', [step(8, 9)]],
    ['between two steps', [step(7, 8), step(9, 10)]],
    ['behind what another process has read', [step(6, 7)]],
  ])('is not moved over a gap %s', (_where, results) => {
    expect(laneUpdateAfter(lane, results, now)).toBeNull()
  })

  it('is warned about once and suspended by the results of one batch', () => {
    const update = laneUpdateAfter(lane, failures(10), now)
    expect(update).toMatchObject({
      suspension: 'suspended',
      endpoint: { version: 4, isEnabled: false, disabledReason: 'failing' },
      state: { failedEvents: 10, failingSince: now, isDueChanged: true },
    })
    expect(update?.events.map(({ name, object }) => [name, object.version])).toEqual([
      ['webhook_endpoint.warned', 4],
      ['webhook_endpoint.suspended', 4],
    ])
  })

  it('is not warned about when a success follows in the same batch', () => {
    const update = laneUpdateAfter(lane, [...failures(10), attempt(true)], now)
    expect(update).toMatchObject({ suspension: null, events: [], state: { failedEvents: 0 } })
  })

  it('resumes with a success', () => {
    const suspended: LockedLane = {
      ...lane,
      isEnabled: false,
      disabledReason: 'failing',
      failingSince: now,
      failedEvents: 10,
      warnedAt: now,
    }
    expect(laneUpdateAfter(suspended, [attempt(true)], now)).toMatchObject({
      suspension: 'resumed',
      endpoint: { version: 4, isEnabled: true, disabledReason: null },
      events: [{ name: 'webhook_endpoint.resumed', object: { version: 4 } }],
    })
  })

  it('stays as a member has left it', () => {
    const stopped: LockedLane = { ...lane, isEnabled: false, disabledReason: 'member' }
    expect(laneUpdateAfter(stopped, failures(10), now)).toMatchObject({
      suspension: null,
      events: [],
    })
    expect(laneUpdateAfter(stopped, [attempt(true)], now)).toMatchObject({
      suspension: null,
      events: [],
    })
  })
})
