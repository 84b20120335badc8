import type { Id } from '@guildhall/contract/primitives'
import type { EventInput } from '@guildhall/contract/usage/event-input'
import { describe, expect, it } from 'vitest'
import { isRefused } from '../../../kernel/refusal.ts'
import { newId } from '../../../platform/ids.ts'
import { type NamedFacts, namedOrganization, placeEvents } from './place-events.ts'

const now = new Date('2026-11-26T12:00:00Z')
const [ann, bob, eve] = [newId('customer'), newId('customer'), newId('customer')]
const ofAnn = newId('subscription')

const facts: NamedFacts = {
  now,
  completeFrom: null,
  customerIds: new Set([ann]),
  byExternalId: new Map([['bob', bob]]),
  subscriptions: new Map([[ofAnn, ann]]),
}

const place = (given: Partial<EventInput>) => {
  const placed = placeEvents([{ name: 'call', ...given }], facts)
  if (!isRefused(placed)) return placed[0]
  const faults = placed.details?.['faults']
  return Array.isArray(faults) ? faults.map(({ loc }) => loc.join('.')) : []
}

const inRequest = ['body', 'events', 0, 'timestamp']

const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)

describe('an event belongs to', () => {
  it.each<[string, Partial<EventInput>, Id<'customer'> | null]>([
    ['the customer of the id', { customerId: ann }, ann],
    ['the customer of the external id', { externalCustomerId: 'bob' }, bob],
    ['nobody yet', { externalCustomerId: 'carl' }, null],
  ])('%s', (_title, given, customerId) => {
    expect(place(given)).toMatchObject({ customerId, timestamp: now })
  })
})

it.each<[Partial<EventInput>, Date]>([
  [{ timestamp: null }, now],
  [{ timestamp: later(60_000) }, later(60_000)],
  [{ timestamp: new Date(0) }, new Date(0)],
])('%j happened at %s', (given, timestamp) => {
  expect(place({ customerId: ann, ...given })).toMatchObject({ timestamp })
})

it.each<[string, Partial<EventInput>, string[]]>([
  ['too early', { customerId: ann, timestamp: later(60_001) }, ['timestamp']],
  ['of an unknown customer', { customerId: eve }, ['customer_id']],
  [
    'of an unknown subscription',
    { customerId: ann, subscriptionId: newId('subscription') },
    ['subscription_id'],
  ],
  [
    'of a subscription of somebody else',
    { externalCustomerId: 'bob', subscriptionId: ofAnn },
    ['subscription_id'],
  ],
  [
    'of a subscription, by an external id that nobody has',
    { externalCustomerId: 'carl', subscriptionId: ofAnn },
    ['subscription_id'],
  ],
  [
    'with three faults',
    { customerId: eve, timestamp: later(60_001), subscriptionId: ofAnn },
    ['timestamp', 'customer_id', 'subscription_id'],
  ],
])('an event %s is refused', (_title, given, fields) => {
  expect(place(given)).toEqual(fields.map((field) => `body.events.0.${field}`))
})

it('an event before those that are kept is refused', () => {
  const kept = { ...facts, completeFrom: later(-1000) }
  const at = (milliseconds: number) =>
    placeEvents([{ name: 'call', customerId: ann, timestamp: later(milliseconds) }], kept)
  expect(at(-1001)).toMatchObject({ details: { faults: [{ loc: inRequest }] } })
  expect(at(-1000)).toHaveLength(1)
})

it('events are placed in their order, and their faults counted up to a hundred', () => {
  const good = { name: 'call', customerId: ann }
  const bad = { name: 'call', customerId: eve }
  expect(placeEvents([good, { ...good, name: 'other' }], facts)).toMatchObject([
    { event: good },
    { event: { name: 'other' } },
  ])
  const refused = placeEvents([good, ...Array.from({ length: 101 }, () => bad)], facts)
  const faults = isRefused(refused) ? refused.details?.['faults'] : undefined
  expect(faults).toHaveLength(100)
  expect(faults).toMatchObject(
    [{ loc: ['body', 'events', 1, 'customer_id'] }, {}, {}].concat(Array(97).fill({})),
  )
})

describe('the organization of a request', () => {
  const [acme, other] = [newId('organization'), newId('organization')]
  const event = (organizationId?: Id<'organization'>) => ({ name: 'call', organizationId })

  it.each<[Id<'organization'> | undefined, Id<'organization'>[], Id<'organization'> | null]>([
    [undefined, [], null],
    [acme, [], acme],
    [undefined, [acme, acme], acme],
    [acme, [acme], acme],
  ])('%s with %s', (requested, named, expected) => {
    expect(namedOrganization(requested, [event(), ...named.map(event)])).toBe(expected)
  })

  it('is one', () => {
    expect(namedOrganization(acme, [event(), event(other)])).toMatchObject({
      refused: 'invalid_input',
      details: { faults: [{ loc: ['body', 'events', 1, 'organization_id'] }] },
    })
    expect(namedOrganization(null, [event(acme), event(other)])).toMatchObject({
      refused: 'invalid_input',
    })
  })
})
