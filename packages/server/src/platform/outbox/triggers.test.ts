import type { Id } from '@guildhall/contract/primitives'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { assert } from '../../kernel/assert.ts'
import { job, reactionsOf, schedule, schedulesOf, tasksOf } from '../jobs.ts'
import { eventOf, eventsOf } from './domain-events.ts'
import { jobsOf, type LoggedEvent } from './reactions.ts'
import { payloadOf, when } from './triggers.ts'

const organizationId = '0199a0c0-0000-7000-8000-000000000001' as Id<'organization'>
const customerId = '0199a0c0-0000-7000-8000-000000000002' as Id<'customer'>
const sessionId = '0199a0c0-0000-7000-8000-000000000003' as Id<'customerSession'>
const silentLog = pino({ level: 'silent' })
const at = new Date('2030-01-01T00:00:00Z')

const session = {
  id: sessionId,
  createdAt: at,
  expiresAt: new Date('2030-01-01T01:00:00Z'),
  customerId,
}

const recorded = eventOf(
  'customer_session.created',
  { organizationId, customerId, id: sessionId, version: 1 },
  session,
)

function textOf(payload: unknown): string {
  assert(typeof payload === 'string', 'an encoded payload is a text')
  return payload
}

const logged: LoggedEvent = {
  id: 1,
  sequence: 1,
  recordedAt: at,
  organizationTime: at,
  ...recorded,
  organizationId,
  customerId,
  payload: JSON.parse(textOf(recorded.payload)),
}

describe('an event', () => {
  it('is recorded with its payload in the casing of its wire', () => {
    expect(recorded).toMatchObject({
      name: 'customer_session.created',
      object: { type: 'customer_session', id: sessionId, version: 1 },
    })
    expect(logged.payload).toEqual({
      id: sessionId,
      created_at: '2030-01-01T00:00:00.000Z',
      expires_at: '2030-01-01T01:00:00.000Z',
      customer_id: customerId,
    })
  })

  it('is read back with the recorded value', () => {
    expect(payloadOf('customer_session.created', logged.payload)).toEqual(session)
  })

  it('shares its encoded payload with others about the same state', () => {
    const subject = { organizationId, id: organizationId, version: 1 }
    const [advanced, again] = eventsOf(['clock.advanced', 'clock.advanced'], subject, {
      from: at,
      to: at,
    })
    expect(advanced?.payload).toBe(again?.payload)
  })
})

describe('a trigger', () => {
  it('decodes only the fields that it names', () => {
    const trigger = when('customer_session.created', ['expiresAt'], ({ payload, object }) => [
      { payload, id: object.id },
    ])
    expect(
      trigger.requestsOf({ ...logged, payload: { expires_at: '2030-01-01T01:00:00Z' } }),
    ).toEqual([{ payload: { expiresAt: session.expiresAt }, id: sessionId }])
  })

  it('fails when a field that it names is missing', () => {
    const trigger = when('customer_session.created', ['expiresAt'], () => [])
    expect(() => trigger.requestsOf({ ...logged, payload: {} })).toThrow('expiresAt')
  })

  it('reads the fields common to all options of a union', () => {
    const trigger = when('discount.created', ['name'], ({ payload }) => [payload.name])
    const event = { ...logged, name: 'discount.created', payload: { name: 'Spring' } }
    expect(trigger.requestsOf(event)).toEqual(['Spring'])
  })
})

describe('a job', () => {
  const runs: unknown[] = []
  const greet = job({
    name: 'tests.greet',
    payload: z.object({ organizationId: z.string(), greeting: z.string() }),
    on: [
      when('customer_session.created', [], (event) => [
        {
          payload: { organizationId: event.organizationId, greeting: 'hello' },
          key: `greet:${event.object.id}`,
        },
      ]),
    ],
    async run(deps: { name: string }, payload) {
      runs.push([deps.name, payload])
    },
  })
  const tidy = schedule({ name: 'tests.tidy', cron: '1 2 * * *', run: async () => undefined })

  it('is triggered by its events with the derived payload', () => {
    expect(jobsOf(reactionsOf([greet, tidy]), logged)).toEqual([
      {
        task: 'tests.greet',
        payload: { organizationId, greeting: 'hello' },
        key: `greet:${sessionId}`,
      },
    ])
    expect(jobsOf(reactionsOf([greet]), { ...logged, name: 'order.paid' })).toEqual([])
  })

  it('refuses an invalid payload', async () => {
    const task = tasksOf([greet], { name: 'Ann' })['tests.greet']
    const context = { jobId: '1', attempt: 1, attemptsMax: 1 }
    const { signal } = new AbortController()
    const run = async (payload: unknown) => task?.(payload, { ...context, signal, log: silentLog })
    await run({ organizationId, greeting: 'hello' })
    expect(runs).toEqual([['Ann', { organizationId, greeting: 'hello' }]])
    await expect(run({ organizationId })).rejects.toThrow('greeting')
  })

  it('on a schedule has an entry under its own name', () => {
    expect(schedulesOf([greet, tidy])).toEqual([{ task: 'tests.tidy', cron: '1 2 * * *' }])
  })
})
