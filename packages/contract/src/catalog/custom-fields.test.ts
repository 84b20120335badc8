import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createCustomField, updateCustomField } from './custom-fields.ts'

const create = (given: object) =>
  z.safeParse(createCustomField.body, {
    type: 'text',
    slug: 'a',
    name: 'A',
    properties: {},
    ...given,
  })

const properties = (type: string, given: object) => ({ type, properties: given })

const option = (value: string) => ({ value, label: value.toUpperCase() })

describe('a custom field is accepted', () => {
  it.each<[string, object, object]>([
    ['with a slug in lower case', { slug: ' T-Shirt_Size2 ' }, { slug: 't-shirt_size2' }],
    ['with a trimmed name', { name: ' Size ' }, { name: 'Size' }],
    [
      'with the texts of the form',
      properties('text', { formLabel: ' Size ', formHelpText: 'Of yours', formPlaceholder: 'M' }),
      properties('text', { formLabel: 'Size', formHelpText: 'Of yours', formPlaceholder: 'M' }),
    ],
    [
      'with a maximum length only',
      properties('text', { textarea: true, minLength: 3, maxLength: 3 }),
      properties('text', { textarea: true, minLength: 3, maxLength: 3 }),
    ],
    [
      'with a minimum length of zero',
      properties('text', { minLength: 0 }),
      properties('text', { minLength: 0 }),
    ],
    [
      'with bounds of a number',
      properties('number', { ge: -5, le: -5 }),
      properties('number', { ge: -5, le: -5 }),
    ],
    [
      'with bounds of a date',
      properties('date', { ge: -86_400, le: 0 }),
      properties('date', { ge: -86_400, le: 0 }),
    ],
    ['as a checkbox', properties('checkbox', {}), properties('checkbox', {})],
    [
      'with options',
      properties('select', { options: [{ value: ' s ', label: ' Small ' }] }),
      properties('select', { options: [{ value: 's', label: 'Small' }] }),
    ],
  ])('%s', (_title, given, expected) => {
    expect(create(given).data).toMatchObject(expected)
  })

  it.each<[string, object, PropertyKey[]]>([
    ['an unknown type', { type: 'color' }, ['type']],
    ['no slug', { slug: '' }, ['slug']],
    ['a slug with a space', { slug: 'a b' }, ['slug']],
    ['a slug with an accent', { slug: 'größe' }, ['slug']],
    ['a slug that is too long', { slug: 'a'.repeat(101) }, ['slug']],
    ['no name', { name: ' ' }, ['name']],
    ['a name that is too long', { name: 'a'.repeat(257) }, ['name']],
    ['a name of two lines', { name: 'a\nb' }, ['name']],
    ['no properties', { properties: undefined }, ['properties']],
    ['an empty label', properties('text', { formLabel: '' }), ['properties', 'formLabel']],
    [
      'a blank help text',
      properties('date', { formHelpText: ' ' }),
      ['properties', 'formHelpText'],
    ],
    [
      'a placeholder that is too long',
      properties('text', { formPlaceholder: 'a'.repeat(1001) }),
      ['properties', 'formPlaceholder'],
    ],
    [
      'a maximum length below the minimum',
      properties('text', { minLength: 4, maxLength: 3 }),
      ['properties', 'maxLength'],
    ],
    ['a negative length', properties('text', { minLength: -1 }), ['properties', 'minLength']],
    ['a maximum length of zero', properties('text', { maxLength: 0 }), ['properties', 'maxLength']],
    [
      'a length above the limit',
      properties('text', { maxLength: 10_001 }),
      ['properties', 'maxLength'],
    ],
    ['a fractional length', properties('text', { minLength: 1.5 }), ['properties', 'minLength']],
    ['a maximum below the minimum', properties('number', { ge: 3, le: 2 }), ['properties', 'le']],
    ['a fractional bound', properties('number', { ge: 0.5 }), ['properties', 'ge']],
    [
      'a last date before the first',
      properties('date', { ge: 86_400, le: 0 }),
      ['properties', 'le'],
    ],
    [
      'a date after the year 9999',
      properties('date', { le: 253_402_300_800 }),
      ['properties', 'le'],
    ],
    ['a select without options', properties('select', {}), ['properties', 'options']],
    [
      'a select with an empty list of options',
      properties('select', { options: [] }),
      ['properties', 'options'],
    ],
    [
      'a select with too many options',
      properties('select', { options: Array.from({ length: 501 }, (_, at) => option(`o${at}`)) }),
      ['properties', 'options'],
    ],
    [
      'two options with one value',
      properties('select', { options: [option('a'), option('b'), option('a ')] }),
      ['properties', 'options', 2, 'value'],
    ],
    [
      'an option without a label',
      properties('select', { options: [{ value: 'a', label: '' }] }),
      ['properties', 'options', 0, 'label'],
    ],
  ])('but not with %s', (_title, given, path) => {
    expect(create(given).error?.issues.map((issue) => issue.path)).toEqual([path])
  })
})

it('an update has to name the type of the properties', () => {
  const change = (given: object) => z.safeParse(updateCustomField.body, given)
  expect(change({ name: 'B' }).success).toBe(false)
  expect(change({ type: 'select', name: null, slug: null, properties: null }).success).toBe(true)
  expect(change({ type: 'select', properties: { options: [] } }).success).toBe(false)
  expect(change({ type: 'text', slug: 'NEW' }).data).toEqual({ type: 'text', slug: 'new' })
})
