import { type CustomField, customFieldId } from '@guildhall/contract/catalog/custom-field-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import {
  type CustomFieldChange,
  type CustomFieldWish,
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

type Wish = Omit<Extract<CustomFieldWish, { readonly type: 'select' }>, 'type'>

describe('a change of a custom field', () => {
  it.each<[string, Wish, CustomFieldChange]>([
    ['of nothing', {}, {}],
    ['of what may not be empty to nothing', { slug: null, name: null, properties: null }, {}],
    ['of the slug', { slug: 'shirt-size' }, { slug: 'shirt-size' }],
    ['to the same slug', { slug: 'size' }, {}],
    ['of the name', { name: 'Shirt size' }, { name: 'Shirt size' }],
    ['to the same name', { name: 'Size' }, {}],
    [
      'of the order of its options',
      { properties: { formLabel: 'Your size', options: [medium, small] } },
      { properties: { formLabel: 'Your size', options: [medium, small] } },
    ],
    [
      'of its properties as a whole',
      { properties: { options: [small, medium] } },
      { properties: { options: [small, medium] } },
    ],
    [
      'to the same properties',
      { properties: { options: [small, medium], formLabel: 'Your size' } },
      {},
    ],
    ['of the metadata as a whole', { metadata: { order: 5 } }, { metadata: { order: 5 } }],
    ['to the same metadata', { metadata: { order: 5, shop: 'north' } }, {}],
    ['to no metadata', { metadata: null }, { metadata: {} }],
  ])('%s', (_what, wish, change) => {
    expect(decideCustomFieldChange(size, { type: 'select', ...wish })).toEqual(change)
  })

  it.each<CustomFieldWish>([{ type: 'text' }, { type: 'checkbox', name: 'Fits', properties: {} }])(
    'never to another type, as %j',
    (wish) => {
      expect(decideCustomFieldChange(size, wish)).toEqual({
        refused: 'custom_field_type_fixed',
        details: { loc: ['body', 'type'], type: 'select' },
      })
    },
  )
})
