import { expect, it } from 'vitest'
import { domainEvents } from './events.ts'
import { webhookEventTypes } from './webhooks/webhook-events.ts'

const declared = Object.entries(domainEvents)

it('public events are exactly the events of webhook endpoints', () => {
  const published = declared.flatMap(([name, { audience }]) =>
    audience === 'public' ? [name] : [],
  )
  expect(published.toSorted()).toEqual([...webhookEventTypes].toSorted())
})

it('public events belong to an organization and use the casing of the billing wire', () => {
  for (const [name, { audience, scope, wire }] of declared) {
    if (audience !== 'public') continue
    expect({ name, scope, wire }).toEqual({ name, scope: 'organization', wire: 'billing' })
  }
})

it('events are named after their object and what happened to it', () => {
  for (const [name] of declared) expect(name).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
})
