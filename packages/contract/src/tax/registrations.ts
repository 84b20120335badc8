import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import {
  TaxRegistration,
  taxRegistrationChanges,
  taxRegistrationId,
  taxRegistrationInput,
} from './shapes.ts'

const ofTax = { ...forSellers, tag: 'Tax registrations' } as const
const mayRead = 'organizations:read'
const mayWrite = 'organizations:write'

const ofOne = z.object({ id: taxRegistrationId })

export const listTaxRegistrations = operation({
  ...ofTax,
  name: 'listTaxRegistrations',
  reads: 'replica',
  method: 'GET',
  path: '/v1/tax-registrations/',
  summary: 'List tax registrations',
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'country'], ['country']),
    organizationId: anyOf(organizationId),
  }),
  returns: listOf(TaxRegistration),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const createTaxRegistration = operation({
  ...ofTax,
  name: 'createTaxRegistration',
  method: 'POST',
  path: '/v1/tax-registrations/',
  summary: 'Create a tax registration',
  description:
    'Purchases from the place are taxed from `collects_since` on. The United States require a ' +
    'state, and Canada a province only where its tax needs its own registration. In the European ' +
    'Union `oss` covers all countries at the buyer’s rate, and `small_seller` at the home rate.',
  may: mayWrite,
  body: taxRegistrationInput,
  returns: TaxRegistration,
  status: 201,
  refuses: [
    ...callRefusals,
    ...placeRefusals,
    'tax_registration_exists',
    'tax_scheme_taken',
    'tax_scheme_outside_union',
  ],
})

export const updateTaxRegistration = operation({
  ...ofTax,
  name: 'updateTaxRegistration',
  method: 'PATCH',
  path: '/v1/tax-registrations/:id',
  summary: 'Update a tax registration',
  description: 'The place cannot change. Existing orders keep their tax.',
  may: mayWrite,
  params: ofOne,
  body: taxRegistrationChanges,
  returns: TaxRegistration,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'tax_scheme_taken', 'tax_scheme_outside_union'],
})

export const deleteTaxRegistration = operation({
  ...ofTax,
  name: 'deleteTaxRegistration',
  method: 'DELETE',
  path: '/v1/tax-registrations/:id',
  summary: 'Delete a tax registration',
  description: 'Stops collecting tax in the place. Existing orders keep their tax.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})
