import { listing, listOf, metadataFilter } from '@guildhall/contract/billing/listing'
import { operation } from '@guildhall/contract/operation'
import { id, instant, metadata, minorUnits } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openApi } from './openapi.ts'

const price = z.discriminatedUnion('amountType', [
  z.object({ amountType: z.literal('free') }),
  z.object({ amountType: z.literal('fixed'), priceAmount: minorUnits }),
])
const product = z
  .object({ id: id('product'), createdAt: instant, prices: z.array(price), metadata })
  .register(z.globalRegistry, { id: 'OpenApiTestProduct' })

const clause = z.object({ propertyName: z.string() })
const filter = z.object({
  get allOf() {
    return z.array(z.union([clause, filter]))
  },
})

const declared = [
  operation({
    name: 'updateProduct',
    wire: 'billing',
    method: 'PATCH',
    path: '/v1/products/:productId',
    summary: 'Update a product',
    tag: 'Products',
    for: 'seller',
    may: 'products:write',
    params: z.object({ productId: id('product') }),
    body: z.object({ isArchived: z.optional(z.boolean()), startsAt: instant, filter }),
    returns: product,
    status: 200,
    refuses: ['not_found'],
  }),
  operation({
    name: 'listProducts',
    wire: 'billing',
    method: 'GET',
    path: '/v1/products',
    summary: 'List products',
    tag: 'Products',
    for: 'seller',
    query: z.object({
      ...listing(['created_at', 'name'], ['-created_at']),
      organizationId: z.optional(z.array(z.string())),
      metadata: metadataFilter,
    }),
    returns: listOf(product),
    status: 200,
    refuses: [],
  }),
  operation({
    name: 'makeToken',
    wire: 'billing',
    method: 'POST',
    path: '/v1/tokens',
    summary: 'Make a token',
    tag: 'Tokens',
    for: 'seller',
    may: 'organization_access_tokens:write',
    returns: null,
    status: 204,
    refuses: [],
  }),
  operation({
    name: 'signOut',
    wire: 'account',
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'Sign out',
    tag: 'Sessions',
    for: 'session',
    returns: null,
    status: 204,
    refuses: [],
    rateLimit: [{ requestsMax: 3, windowSeconds: 10, by: 'address' }],
  }),
]

const document = openApi(declared, {
  version: '1',
  url: 'https://x.example',
  sessionCookie: '__Secure-guildhall.session_token',
})
const documented = (path: string, method: string) => document.paths[path]?.[method]

describe('the OpenAPI document', () => {
  test('uses the casing of each wire', () => {
    const update = documented('/v1/products/{product_id}', 'patch')
    expect(update?.parameters.map(({ name }) => name)).toEqual(['product_id', 'Idempotency-Key'])
    expect(update?.requestBody?.content['application/json']?.schema).toMatchObject({
      properties: {
        is_archived: { type: 'boolean' },
        starts_at: { type: 'string', format: 'date-time' },
      },
      required: ['starts_at', 'filter'],
    })
    expect(document.components.schemas['OpenApiTestProduct']).toMatchObject({
      properties: {
        created_at: { type: 'string', format: 'date-time' },
        prices: { items: { oneOf: [{}, { properties: { price_amount: { type: 'integer' } } }] } },
      },
      required: ['id', 'created_at', 'prices', 'metadata'],
    })
  })

  test('describes the style of query parameters', () => {
    expect(documented('/v1/products', 'get')?.parameters).toMatchObject([
      { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'integer', default: 10 } },
      {
        name: 'sorting',
        in: 'query',
        required: false,
        schema: {
          items: { enum: ['created_at', '-created_at', 'name', '-name'] },
          default: ['-created_at'],
        },
        style: 'form',
        explode: true,
      },
      { name: 'organization_id', in: 'query', style: 'form', explode: true },
      { name: 'metadata', in: 'query', style: 'deepObject', explode: true },
    ])
  })

  test('names the cookie that browsers send', () => {
    expect(document.components.securitySchemes.session).toMatchObject({
      in: 'cookie',
      name: '__Secure-guildhall.session_token',
    })
  })

  test('declares who may call and every refusal', () => {
    const update = documented('/v1/products/{product_id}', 'patch')
    expect(update?.security).toEqual([
      { accessToken: ['products:write'] },
      { session: ['products:write'] },
    ])
    const statusesOf = (one: typeof update) => Object.keys(one?.responses ?? {}).join(' ')
    expect(statusesOf(update)).toBe('200 400 401 404 409 413 422 503')
    expect(statusesOf(documented('/api/auth/sign-out', 'post'))).toBe('204 401 409 429 503')
  })

  test('has no dangling and no inner references', () => {
    const text = JSON.stringify(document)
    const refs = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)
    expect(refs.length).toBeGreaterThan(5)
    for (const ref of refs) {
      const name = ref.replace('#/components/schemas/', '')
      expect([ref, Object.hasOwn(document.components.schemas, name)]).toEqual([ref, true])
    }
  })

  test('documents every operation, with unique ids and declared path parameters', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((one) => ({ path, ...one })),
    )
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      declared.map(({ name }) => name).sort(),
    )
    for (const { path, parameters, responses } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath)
      expect(Object.values(responses).every(({ description }) => description !== '')).toBe(true)
    }
  })
})
