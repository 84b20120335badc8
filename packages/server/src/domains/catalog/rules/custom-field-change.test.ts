import { type CustomField, customFieldId } from '@guildhall/contract/catalog/custom-field-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import {
  type CustomFieldChange,
  type CustomFieldUpdate,
  decideCustomFieldChange,
} from './custom-field-change.ts'

const nil = '00000000-0000-7000-8000-000000000000'

const size: z.output<typeof CustomField> = {
  id: customFieldId.parse(nil),
  organizationId: organizationId.parse(nil),
  createdAt: new Date(0),
  modifiedAt: null,
  type: 'select',
  slug: 'size',
  name: 'Size',
  properties: {
    formLabel: 'Your size',
    options: [
      { value: 's', label: 'Small' },
      { value: 'm', label: 'Medium' },
    ],
  },
  metadata: { shop: 'north', order: 5 },
}

const [small, medium] = [
  { value: 's', label: 'Small' },
  { value: 'm', label: 'Medium' },
]

type SelectUpdate = Omit<Extract<CustomFieldUpdate, { readonly type: 'select' }>, 'type'>

describe('the change of a custom field', () => {
  it.each<[string, SelectUpdate, CustomFieldChange]>([
    ['is empty for an empty update', {}, {}],
    ['is empty for nulls of required fields', { slug: null, name: null, properties: null }, {}],
    ['has a new slug', { slug: 'shirt-size' }, { slug: 'shirt-size' }],
    ['has no slug that stays the same', { slug: 'size' }, {}],
    ['has a new name', { name: 'Shirt size' }, { name: 'Shirt size' }],
    ['has no name that stays the same', { name: 'Size' }, {}],
    [
      'has options in another order',
      { properties: { formLabel: 'Your size', options: [medium, small] } },
      { properties: { formLabel: 'Your size', options: [medium, small] } },
    ],
    [
      'replaces the properties as a whole',
      { properties: { options: [small, medium] } },
      { properties: { options: [small, medium] } },
    ],
    [
      'has no properties in another order',
      { properties: { options: [small, medium], formLabel: 'Your size' } },
      {},
    ],
    ['replaces the metadata as a whole', { metadata: { order: 5 } }, { metadata: { order: 5 } }],
    ['has no metadata in another order', { metadata: { order: 5, shop: 'north' } }, {}],
    ['clears the metadata', { metadata: null }, { metadata: {} }],
  ])('%s', (_title, input, change) => {
    expect(decideCustomFieldChange(size, { type: 'select', ...input })).toEqual(change)
  })

  it.each<CustomFieldUpdate>([
    { type: 'text' },
    { type: 'checkbox', name: 'Fits', properties: {} },
  ])('is refused for another type: %j', (input) => {
    expect(decideCustomFieldChange(size, input)).toEqual({
      refused: 'custom_field_type_fixed',
      details: { loc: ['body', 'type'], type: 'select' },
    })
  })
})
