import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { wireCodec } from '../wire.ts'
import { ingestEvents } from './events.ts'
import { readEvents } from './read-events.ts'

const codec = wireCodec(ingestEvents.body, 'billing')

/** As the schema parses it; undefined if it is faulty. */
function parsed(sent: unknown): unknown {
  const unknown: [] = []
  const { data } = z.safeParse(ingestEvents.body, codec.decode(sent, unknown))
  return unknown.length === 0 ? data : undefined
}

const whole = {
  name: 'call',
  external_customer_id: 'ann',
  external_id: 'one',
  timestamp: '2026-11-26T12:34:56.789Z',
  entity: 'project',
  subscription_id: '0197c6f2-5d2c-7a3b-8c1d-0123456789ab',
  metadata: { model: 'lite', usage: { tokens: 5 } },
}

const withId = { name: 'call', customer_id: whole.subscription_id }

describe('usual events are read without the schema, with the same result', () => {
  it.each<[object[]]>([
    [[whole]],
    [[withId, { name: 'call', external_customer_id: 'ann' }]],
    [Array.from({ length: 1000 }, () => whole)],
    [[{ ...whole, timestamp: '1970-01-01T00:00:00Z' }]],
    [[{ ...whole, timestamp: '2024-12-31T23:59:59.999Z' }]],
    [[{ ...whole, timestamp: '2026-11-30T00:00:00.000Z' }]],
  ])('%j', (events) => {
    expect(readEvents({ events })).toEqual(parsed({ events }))
    expect(readEvents({ events })).toBeDefined()
  })
})

const odd = fc.oneof(
  fc.constantFrom(undefined, null, '', 'x'.repeat(128), 'x'.repeat(129), 'x'.repeat(256)),
  fc.constantFrom(0, 1.5, true, [], {}, [1], { a: 1 }, { a: null }, { a: { b: [] } }),
  fc.constantFrom(withId.customer_id, withId.customer_id.toUpperCase(), 'not-an-id'),
  fc.constantFrom('2026-02-29T00:00:00Z', '2024-02-29T00:00:00Z', '2026-04-31T00:00:00Z'),
  fc.constantFrom('2026-01-01T24:00:00Z', '2026-01-01T00:00:60Z', '1969-12-31T23:59:59Z'),
  fc.constantFrom('2026-01-01T00:00:00+02:00', '2026-01-01 00:00:00Z', '0000-01-01T00:00:00Z'),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.string(),
  fc.dictionary(fc.string({ maxLength: 45 }), fc.jsonValue({ maxDepth: 6 })),
)

const event = fc
  .tuple(
    fc.constantFrom(whole, withId),
    fc.dictionary(
      fc.constantFrom(...Object.keys(whole), 'customer_id', 'organization_id', 'source', 'id'),
      odd,
      { maxKeys: 2 },
    ),
  )
  .map(([usual, given]) => ({ ...usual, ...given }))

it('is what the schema says of any other, or nothing', () => {
  let read = 0
  const isSame = fc.property(fc.array(event, { maxLength: 3 }), (events) => {
    const sent: unknown = JSON.parse(JSON.stringify({ events }))
    const usual = readEvents(sent)
    if (usual === undefined) return
    read += 1
    expect(usual).toEqual(parsed(sent))
  })
  fc.assert(isSame, { numRuns: 3000 })
  expect(read).toBeGreaterThan(300)
})

it.each<[unknown]>([
  [undefined],
  [[]],
  [{}],
  [{ events: [] }],
  [{ events: {} }],
  [{ events: [null] }],
  [{ events: [whole], organization_id: whole.subscription_id }],
  [{ events: [{ ...whole, customer_id: whole.subscription_id }] }],
  [{ events: [{ name: 'call' }] }],
  [
    {
      events: [
        { ...whole, __proto__: null },
        { ...whole, constructor: 1 },
      ],
    },
  ],
  [{ events: Array.from({ length: 1001 }, () => whole) }],
])('the schema decides about %#', (sent) => {
  expect(readEvents(sent)).toBeUndefined()
})
