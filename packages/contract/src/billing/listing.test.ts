import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { queryCodec } from '../query.ts'
import { anyOf, listing, metadataFilter } from './listing.ts'

const schema = z.object({
  ...listing(['created_at', 'price_amount'], ['-created_at']),
  productId: anyOf(z.string()),
  isArchived: z.optional(z.boolean()),
  metadata: metadataFilter,
})
const codec = queryCodec(schema, 'billing')

const pairsIn = (query: string): [string, string][] =>
  query
    .split('&')
    .filter((text) => text !== '')
    .map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)])

const read = (query: string) => z.parse(schema, codec.read(pairsIn(query)))

function refused(query: string): PropertyKey[][] {
  const { error } = z.safeParse(schema, codec.read(pairsIn(query)))
  return error?.issues.map(({ path }) => path) ?? []
}

const byDefault = { page: 1, limit: 10, sorting: [{ by: 'created_at', descending: true }] }

describe('parsing the query of a list', () => {
  it.each([
    ['', byDefault],
    ['page=3&limit=7', { ...byDefault, page: 3, limit: 7 }],
    ['limit=100', { ...byDefault, limit: 100 }],
    ['limit=1000', { ...byDefault, limit: 1000 }],
    [
      'sorting=-price_amount&sorting=created_at',
      {
        ...byDefault,
        sorting: [
          { by: 'price_amount', descending: true },
          { by: 'created_at', descending: false },
        ],
      },
    ],
    ['product_id=a', { ...byDefault, productId: ['a'] }],
    ['product_id=a&product_id=b', { ...byDefault, productId: ['a', 'b'] }],
    ['is_archived=false', { ...byDefault, isArchived: false }],
    ['is_archived=true', { ...byDefault, isArchived: true }],
    [
      'metadata[plan]=pro&metadata[plan]=team&metadata[seats]=5',
      {
        ...byDefault,
        metadata: [
          { key: 'plan', texts: ['pro', 'team'] },
          { key: 'seats', texts: ['5'] },
        ],
      },
    ],
  ])('accepts %s', (query, expected) => {
    expect(read(query)).toEqual(expected)
  })

  it.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=x', 'page'],
    ['page=1000000001', 'page'],
    ['page=1&page=2', 'page'],
    ['limit=0', 'limit'],
    ['limit=-5', 'limit'],
    ['limit=ten', 'limit'],
    ['sorting=size', 'sorting'],
    ['sorting=--created_at', 'sorting'],
    ['sorting=', 'sorting'],
    ['sorting=created_at&sorting=size', 'sorting'],
    ['sorting=created_at&sorting=created_at&sorting=created_at', 'sorting'],
    ['is_archived=maybe', 'isArchived'],
    ['limit=1001', 'limit'],
    ['limit=9007199254740991', 'limit'],
    [`metadata[${'k'.repeat(41)}]=x`, 'metadata'],
    ['metadata[]=x', 'metadata'],
    [Array.from({ length: 51 }, (_, at) => `metadata[${at}]=x`).join('&'), 'metadata'],
    [Array.from({ length: 101 }, (_, at) => `product_id=${at}`).join('&'), 'productId'],
  ])('refuses %s', (query, name) => {
    expect(refused(query).map(([first]) => first)).toEqual([name])
  })

  it('accepts the query that a client writes', () => {
    const written: z.input<typeof schema> = {
      page: 2,
      sorting: ['-price_amount'],
      metadata: { plan: ['pro', 'team'] },
    }
    const pairs = codec.write(written)
    expect(pairs).toEqual([
      ['page', '2'],
      ['sorting', '-price_amount'],
      ['metadata[plan]', 'pro'],
      ['metadata[plan]', 'team'],
    ])
    expect(z.parse(schema, codec.read(pairs))).toMatchObject({
      page: 2,
      limit: 10,
      sorting: [{ by: 'price_amount', descending: true }],
      metadata: [{ key: 'plan', texts: ['pro', 'team'] }],
    })
  })
})
