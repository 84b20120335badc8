import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import {
  CustomField,
  customFieldChanges,
  customFieldId,
  customFieldInput,
  customFieldTypes,
} from './custom-field-shapes.ts'

const searchLengthMax = 256

const ofCustomFields = { ...forSellers, tag: 'Custom fields' } as const
const mayRead = 'custom_fields:read'
const mayWrite = 'custom_fields:write'

const ofOne = z.object({ id: customFieldId })

export const listCustomFields = operation({
  ...ofCustomFields,
  name: 'listCustomFields',
  reads: 'replica',
  method: 'GET',
  path: '/v1/custom-fields/',
  summary: 'List custom fields',
  description: '`query` matches any part of the name or the slug.',
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'slug', 'name', 'type'], ['slug']),
    organizationId: anyOf(organizationId),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
    type: anyOf(z.enum(customFieldTypes)),
  }),
  returns: listOf(CustomField),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const createCustomField = operation({
  ...ofCustomFields,
  name: 'createCustomField',
  method: 'POST',
  path: '/v1/custom-fields/',
  summary: 'Create a custom field',
  description: 'The slug is the key of answers in `custom_field_data`.',
  may: mayWrite,
  body: customFieldInput,
  returns: CustomField,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, 'custom_field_slug_taken'],
})

export const getCustomField = operation({
  ...ofCustomFields,
  name: 'getCustomField',
  method: 'GET',
  path: '/v1/custom-fields/:id',
  summary: 'Get a custom field',
  may: mayRead,
  params: ofOne,
  returns: CustomField,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateCustomField = operation({
  ...ofCustomFields,
  name: 'updateCustomField',
  method: 'PATCH',
  path: '/v1/custom-fields/:id',
  summary: 'Update a custom field',
  description: 'The type must be repeated and cannot change. `properties` are replaced as a whole.',
  may: mayWrite,
  params: ofOne,
  body: customFieldChanges,
  returns: CustomField,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'custom_field_type_fixed', 'custom_field_slug_taken'],
})

export const deleteCustomField = operation({
  ...ofCustomFields,
  name: 'deleteCustomField',
  method: 'DELETE',
  path: '/v1/custom-fields/:id',
  summary: 'Delete a custom field',
  description:
    'Removes it from all products and keeps existing answers. The slug can be used again.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})
