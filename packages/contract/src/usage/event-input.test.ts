import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { EventInput, flattened, metadataDepthMax } from './event-input.ts'

const whole = { name: 'call', externalCustomerId: 'ann' }

const pathsOf = (given: object) =>
  z.safeParse(EventInput, { ...whole, ...given }).error?.issues.map(({ path }) => path.join('.'))

const nested = (depth: number): object => (depth === 0 ? { n: 1 } : { a: nested(depth - 1) })

const keys = (count: number, prefix = 'key') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, at]))

describe('metadata are accepted', () => {
  it.each<[string, unknown]>([
    ['none', {}],
    ['null', null],
    ['of every kind', { text: 'x', number: -1.5e-7, yes: true, no: false, inner: { n: 0 } }],
    ['as deep as allowed', nested(metadataDepthMax - 1)],
    ['with as many keys as allowed', { ...keys(24), inner: keys(25) }],
    ['with long keys and texts', { ['k'.repeat(40)]: 'x'.repeat(500) }],
    ['with odd keys', { 'a.b': 1, ' ': 2, é: 3, constructor: 4 }],
    ['with a key that objects have', JSON.parse('{"__proto__": 5, "toString": {"__proto__": 6}}')],
  ])('%s', (_title, metadata) => {
    const parsed = z.parse(EventInput, { ...whole, metadata })
    expect(JSON.stringify(parsed.metadata)).toBe(JSON.stringify(metadata))
  })
})

describe('metadata are refused', () => {
  it.each<[string, unknown, string]>([
    ['that are a text', 'x', ''],
    ['that are a list', [], ''],
    ['with a list', { a: { b: [] } }, '.a.b'],
    ['with null', { a: { b: null } }, '.a.b'],
    ['with an empty text', { a: '' }, '.a'],
    ['with a long text', { a: 'x'.repeat(501) }, '.a'],
    ['with a number beyond all doubles', JSON.parse('{"a": 1e999}'), '.a'],
    ['with an empty key', { a: { '': 1 } }, '.a.'],
    ['with a long key', { ['k'.repeat(41)]: 1 }, `.${'k'.repeat(41)}`],
    ['nested too deep', nested(metadataDepthMax), '.a.a.a.a.a'],
    ['with too many keys', keys(51), ''],
    ['with too many keys in all', { ...keys(25), inner: keys(25) }, '.inner'],
  ])('%s', (_title, metadata, place) => {
    expect(pathsOf({ metadata })).toEqual([`metadata${place}`])
  })
})

it.each<[object, string[] | undefined]>([
  [{}, undefined],
  [{ customerId: null, timestamp: null, externalId: null, metadata: null }, undefined],
  [{ externalCustomerId: null }, ['customerId']],
  [{ customerId: '00000000-0000-7000-8000-000000000000' }, ['customerId']],
  [{ timestamp: '2026-01-02' }, ['timestamp']],
  [{ timestamp: '1970-01-01T00:00:00Z' }, undefined],
  [{ timestamp: '1969-12-31T23:59:59.999Z' }, ['timestamp']],
])('an event with %j has faults at %j', (given, paths) => {
  expect(pathsOf(given)).toEqual(paths)
})

it('nested values get dotted keys, and keys that objects have stay', () => {
  const metadata = JSON.parse('{"a": {"b": {"c": 1}, "__proto__": 2}, "d": "x", "__proto__": true}')
  expect(JSON.stringify(flattened(metadata))).toBe(
    '{"a.b.c":1,"a.__proto__":2,"d":"x","__proto__":true}',
  )
})
