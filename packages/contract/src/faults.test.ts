import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { faultParsing, faultSentence, faultsOf } from './faults.ts'
import { instant, metadata } from './primitives.ts'
import { wireCodec } from './wire.ts'

function faults(schema: z.core.$ZodType, value: unknown) {
  const { error } = z.safeParse(schema, value, faultParsing)
  return faultsOf(error?.issues ?? [], 'body', wireCodec(schema, 'billing').wirePath)
}

const one = (schema: z.core.$ZodType, value: unknown) => {
  const [fault, ...others] = faults(z.object({ someField: schema }), value)
  expect(others).toEqual([])
  return fault && [fault.loc.join('.'), fault.type, fault.msg]
}

test('process-wide error messages are ignored', () => {
  const before = z.config()
  z.config({ localeError: () => 'Ungültig' })
  try {
    expect(one(z.string(), { someField: 1 })?.[2]).toBe('Input should be a valid string')
  } finally {
    z.config({ localeError: before.localeError })
  }
})

test('every kind of issue has a message and a type', () => {
  const at = 'body.some_field'
  const given = (someField: unknown) => ({ someField })
  expect(one(z.string(), {})).toEqual([at, 'missing', 'Field required'])
  expect(one(z.string(), given(1))).toEqual([at, 'string_type', 'Input should be a valid string'])
  expect(one(z.int(), given(1.5))).toEqual([at, 'int_type', 'Input should be a valid integer'])
  expect(one(z.int().check(z.gt(3)), given(3))).toEqual([
    at,
    'greater_than',
    'Input should be more than 3',
  ])
  expect(one(z.string().check(z.maxLength(1)), given('ab'))).toEqual([
    at,
    'string_too_long',
    'Input should have at most 1 character',
  ])
  expect(one(z.enum(['month', 'year']), given('day'))).toEqual([
    at,
    'enum',
    "Input should be 'month' or 'year'",
  ])
  expect(one(instant, given('2026-01-01'))?.[1]).toBe('datetime_parsing')
  expect(one(z.string().check(z.minLength(2, 'Too short for a name')), given('a'))).toEqual([
    at,
    'string_too_short',
    'Too short for a name',
  ])
})

test('metadata is bounded in keys, key length and values', () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i]))
  expect(faults(metadata, many).map(({ msg }) => msg)).toEqual(['At most 50 keys'])
  expect(faults(metadata, { ['k'.repeat(41)]: 1 })).toHaveLength(1)
  expect(faults(metadata, { k: 'x'.repeat(501) })).toHaveLength(1)
  expect(faults(metadata, { k: null })).toHaveLength(1)
  expect(faults(metadata, { k: 'x'.repeat(500), b: true, f: 0.5 })).toEqual([])
})

test('a union reports the issues of the intended option', () => {
  const union = z.union([z.object({ a: z.object({ deepName: z.int() }) }), z.string()])
  expect(faults(union, { a: { deepName: 'x' } })).toEqual([
    { loc: ['body', 'a', 'deep_name'], msg: 'Input should be a valid number', type: 'float_type' },
  ])
  const tagged = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a') }),
    z.object({ kind: z.literal('b') }),
  ])
  expect(faults(tagged, { kind: 'c' })).toEqual([
    { loc: ['body', 'kind'], msg: "Input should be 'a' or 'b'", type: 'union_tag_invalid' },
  ])
})

test('of equally deep options of a union, the one with the fewest issues is reported', () => {
  const union = z.union([
    z.object({ property: z.string(), value: z.int() }),
    z.object({ joinedBy: z.literal('and') }),
  ])
  expect(faults(union, { joinedBy: 'xor' }).map(({ loc }) => loc)).toEqual([['body', 'joined_by']])
  expect(faults(union, { property: 'a' }).map(({ loc }) => loc)).toEqual([['body', 'value']])
})

test('the sentence names every field', () => {
  const schema = z.object({ email: z.email(), name: z.string() })
  expect(faultSentence(faults(schema, { email: 'x' }))).toBe(
    '[body.email] Input should be a valid email address; [body.name] Field required',
  )
})
