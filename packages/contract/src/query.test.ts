import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { instant } from './primitives.ts'
import { queryCodec } from './query.ts'

const schema = z.object({
  organizationId: z.optional(z.array(z.string())),
  page: z._default(z.int(), 1),
  isArchived: z.optional(z.nullable(z.boolean())),
  startTime: z.optional(instant),
  metadata: z.optional(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
})
const codec = queryCodec(schema, 'billing')
const read = (query: string) => codec.read(query.split('&').map(pair))

function pair(text: string): [string, string] {
  const equals = text.indexOf('=')
  return [text.slice(0, equals), text.slice(equals + 1)]
}

test('a single value is parsed as a list if the schema expects one', () => {
  expect(read('organization_id=a')).toEqual({ organizationId: ['a'] })
  expect(read('organization_id=a&organization_id=b')).toEqual({ organizationId: ['a', 'b'] })
})

test('numbers and booleans are parsed; other text is left for the schema to refuse', () => {
  expect(read('page=2&is_archived=false')).toEqual({ page: 2, isArchived: false })
  expect(read('page=0x10&is_archived=maybe')).toEqual({ page: '0x10', isArchived: 'maybe' })
})

test('a repeated single value becomes a list, which the schema refuses', () => {
  expect(read('page=1&page=2')).toEqual({ page: [1, 2] })
})

test('metadata filters are deep objects', () => {
  expect(read('metadata[plan]=pro&metadata[plan]=team&metadata[x]=1&metadata=no')).toEqual({
    metadata: { plan: ['pro', 'team'], x: '1' },
  })
  expect(Object.getPrototypeOf(read('metadata[__proto__]=1')['metadata'])).toBe(Object.prototype)
})

test('unknown keys are dropped', () => {
  expect(read('utm_source=x&page[a]=1')).toEqual({})
})

test('written values are read back unchanged', () => {
  const value = {
    organizationId: ['a', 'b'],
    page: 3,
    isArchived: true,
    startTime: new Date('2026-05-01T00:00:00.000Z'),
    metadata: { plan: ['pro', 'team'] },
  }
  const pairs = codec.write(value)
  expect(pairs).toContainEqual(['start_time', '2026-05-01T00:00:00.000Z'])
  expect(z.parse(schema, codec.read(pairs))).toEqual(value)
  expect(codec.write({ isArchived: null, organizationId: undefined })).toEqual([])
})
