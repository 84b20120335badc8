import { type Filter, filterOperators } from '@guildhall/contract/metering/filters'
import { type Calculation, propertyFunctions } from '@guildhall/contract/metering/shapes'
import fc from 'fast-check'
import type { MeteredEvent } from '../src/domains/metering/rules/event-property.ts'

const oddTexts = [
  '',
  ' ',
  '5',
  '1.5',
  'true',
  'null',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '$1',
  'ß',
  'Ab',
  'a',
]
// Code points and units of UTF-16 order the last two differently.
const wideTexts = ['e\u0301', '\u00e9', '\uffee', '\u{1f600}']
const texts = fc.oneof(
  fc.constantFrom(...oddTexts, ...wideTexts),
  fc.string({ unit: fc.constantFrom('a', 'A', '5', '%', '_', '\\', "'", '"', 'é'), maxLength: 4 }),
  // PostgreSQL stores no NUL, so the API refuses it.
  fc.string({ unit: 'binary', maxLength: 4 }).map((text) => text.replaceAll('\0', '')),
)

const keys = ['a', 'b', 'a.b', 'a.b.a', '0', '', '__proto__', 'constructor', 'name', "'", '%', 'ß']
const paths = ['b.a', 'a.0', 'b.', '__proto__.a', 'a.length', 'metadata.a', 'timestamp', 'source']

const wholeNumbers = fc.oneof(
  fc.integer({ min: -6, max: 6 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1_700_000_000, 1_700_000_001),
)
const numbers = fc.oneof(
  wholeNumbers,
  fc.constantFrom(-0, 0.1, 0.2, 1.5, -1.5, 4.999999999999999, 1e-7, -2.5e-9, 1e20, 99e18, 2 ** 53),
  fc.constantFrom(1.25e21, -1e22, 1e300, 5e-324, 1e-20, 9.99e-21, Number.MAX_VALUE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
)

const { value: values } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts,
    { arbitrary: numbers, weight: 3 },
    fc.boolean(),
    fc.constant(null),
    tie('object'),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
  object: fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 3 }),
}))

/** Their metadata are as the API stores them: written as JSON and read again. */
export const meteredEvents: fc.Arbitrary<MeteredEvent> = fc.record({
  name: texts,
  source: fc.constantFrom('user', 'system'),
  timestamp: fc.oneof(
    fc.integer({ min: -2500, max: 2500 }).map((ms) => new Date(ms)),
    fc.integer({ min: -2500, max: 2500 }).map((ms) => new Date(1_700_000_000_000 + ms)),
  ),
  metadata: fc
    .dictionary(fc.constantFrom(...keys), values, { minKeys: 3, maxKeys: 9, size: 'max' })
    .map((metadata) => JSON.parse(JSON.stringify(metadata))),
})

const eventProperties = fc
  .tuple(fc.constantFrom('', '', 'metadata.'), fc.constantFrom(...keys, ...paths))
  .map(([prefix, key]) => `${prefix}${key}`)

const clauses = fc.record({
  property: eventProperties,
  operator: fc.constantFrom(...filterOperators),
  value: fc.oneof(texts, wholeNumbers, fc.boolean()),
})

export const { filter: meterFilters } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.record({
    conjunction: fc.constantFrom('and', 'or'),
    clauses: fc.array(fc.oneof({ depthSize: 'small', maxDepth: 3 }, clauses, tie('filter')), {
      maxLength: 3,
    }),
  }),
}))

const metadataProperties = fc.oneof(eventProperties, fc.constantFrom('a', 'b', 'a.b', 'metadata.ß'))

/** Those whose parts add up. */
export const aggregations: fc.Arbitrary<Calculation> = fc.oneof(
  fc.constant({ func: 'count' } as const),
  {
    arbitrary: fc.record({
      func: fc.constantFrom(...propertyFunctions),
      property: metadataProperties,
    }),
    weight: 4,
  },
)

export const uniqueCalculations: fc.Arbitrary<Calculation> = fc.record({
  func: fc.constant('unique' as const),
  property: metadataProperties,
})
