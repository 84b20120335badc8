import type { Id } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newId } from '../ids.ts'
import { summariesDue, type WaitingEvent } from './summary.ts'

const acme = newId('organization')
const other = newId('organization')
const ann = newId('customer')
const ben = newId('customer')
const names = new Map<Id<'customer'>, string>([
  [ann, 'ann'],
  [ben, 'ben'],
])

interface EventInput {
  readonly of?: Id<'customer'> | null
  readonly name?: string
  readonly by?: Id<'organization'> | null
}

/** Events with ids in their order, each with its transaction. */
const events = (first: number, ...summaries: readonly [string, EventInput][]): WaitingEvent[] =>
  summaries.map(([transaction, { of = ann, name = 'toy.made', by = acme }], at) => ({
    id: first + at,
    organizationId: by,
    customerId: of,
    name,
    transaction,
  }))

const due = (batch: readonly WaitingEvent[], next: readonly WaitingEvent[] = []) =>
  summariesDue(['toy.made', 'toy.mended'], batch, next).map(
    ({ after, customerId }) => `${names.get(customerId)} after ${after}`,
  )

it.each<[string, WaitingEvent[], WaitingEvent[], string[]]>([
  ['of no events', [], [], []],
  ['of one event', events(1, ['t', {}]), [], ['ann after 1']],
  [
    'once for several events',
    events(1, ['t', {}], ['t', { name: 'toy.mended' }]),
    [],
    ['ann after 2'],
  ],
  [
    'after the last followed event of the transaction',
    events(1, ['t', {}], ['t', { name: 'toy.sold' }], ['t', { of: null }]),
    [],
    ['ann after 3'],
  ],
  [
    'once for each transaction',
    events(1, ['t', {}], ['u', {}], ['t', {}]),
    [],
    ['ann after 3', 'ann after 2'],
  ],
  [
    'for each customer, in the order of their first events',
    events(1, ['t', { of: ben }], ['t', {}], ['t', { of: ben }]),
    [],
    ['ben after 3', 'ann after 3'],
  ],
  ['not for other events', events(1, ['t', { name: 'toy.sold' }]), [], []],
  ['not for events without a customer', events(1, ['t', { of: null }]), [], []],
  ['not for events without an organization', events(1, ['t', { by: null }]), [], []],
  [
    'separately for each organization',
    events(1, ['t', {}], ['t', { of: ben, by: other }]),
    [],
    ['ann after 1', 'ben after 2'],
  ],
  ['later, when the transaction continues', events(1, ['t', {}]), events(2, ['t', {}]), []],
  [
    'now, when the next events are about other customers',
    events(1, ['t', {}], ['t', { of: ben }]),
    events(3, ['t', { of: ben }]),
    ['ann after 2'],
  ],
  [
    'now, when the next events are not followed',
    events(1, ['t', {}]),
    events(2, ['t', { name: 'toy.sold' }]),
    ['ann after 1'],
  ],
  [
    'now, when another transaction comes next',
    events(1, ['t', {}]),
    events(2, ['u', {}]),
    ['ann after 1'],
  ],
])('a summary is due %s', (_what, batch, next, expected) => {
  expect(due(batch, next)).toEqual(expected)
})

it('with any batch boundaries, each customer is summarized once per transaction', () => {
  const summaries = fc.array(fc.tuple(fc.constantFrom('t', 'u', 'v'), fc.constantFrom(ann, ben)), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(summaries, fc.integer({ min: 1, max: 30 }), (deps, size) => {
      const all = events(1, ...deps.map(([by, of]): [string, EventInput] => [by, { of }]))
      const batches = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
        due(all.slice(at * size, (at + 1) * size), all.slice((at + 1) * size)),
      )
      const pairs = new Set(deps.map(([by, of]) => `${by} ${of}`))
      expect(batches.flat()).toHaveLength(pairs.size)
    }),
  )
})
