import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { endpoint } from '../endpoint.ts'
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

export const listTaxRegistrations = endpoint({
  ...ofTax,
  name: 'listTaxRegistrations',
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

export const createTaxRegistration = endpoint({
  ...ofTax,
  name: 'createTaxRegistration',
  method: 'POST',
  path: '/v1/tax-registrations/',
  summary: 'Register for tax in a place',
  description:
    'From then on purchases from there are taxed. In the United States the state is named; in ' +
    'Canada only a province whose own tax is registered apart. `scheme` is for the European ' +
    'Union: `oss` takes the buyer’s rate in every country of it, `small_seller` the rate of home.',
  may: mayWrite,
  body: taxRegistrationInput,
  returns: TaxRegistration,
  status: 201,
  refuses: [
    ...callRefusals,
    ...placeRefusals,
    'tax_registration_exists',
    'tax_scheme_taken',
    'tax_scheme_elsewhere',
  ],
})

export const updateTaxRegistration = endpoint({
  ...ofTax,
  name: 'updateTaxRegistration',
  method: 'PATCH',
  path: '/v1/tax-registrations/:id',
  summary: 'Change a tax registration',
  description: 'The place stays as it is. What was sold before keeps the tax it has.',
  may: mayWrite,
  params: ofOne,
  body: taxRegistrationChanges,
  returns: TaxRegistration,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'tax_scheme_taken', 'tax_scheme_elsewhere'],
})

export const deleteTaxRegistration = endpoint({
  ...ofTax,
  name: 'deleteTaxRegistration',
  method: 'DELETE',
  path: '/v1/tax-registrations/:id',
  summary: 'Delete a tax registration',
  description: 'No tax is collected there any more. What was sold before keeps the tax it has.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})
