import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilter } from '../billing/listing.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { benefitChanges, benefitInput } from './inputs.ts'
import { Benefit, benefitId, benefitTypes } from './shapes.ts'

const searchLengthMax = 256

const ofBenefits = { ...forSellers, tag: 'Benefits' } as const
const mayRead = 'benefits:read'
const mayWrite = 'benefits:write'

const ofOne = z.object({ id: benefitId })

/** What can be wrong with what a type asks for. */
const propertyRefusals = [
  'benefit_file_unknown',
  'benefit_meter_unknown',
  'benefit_usage_off',
  'discord_not_configured',
  'discord_guild_token_invalid',
  'discord_guild_token_expired',
  'discord_guild_closed',
  'discord_bot_powerless',
  'discord_role_unknown',
  'discord_role_managed',
  'discord_role_too_high',
  'github_not_configured',
  'github_person_required',
  'github_not_connected',
  'github_repository_unknown',
  'github_repository_personal',
  'github_repository_public',
  'github_repository_foreign',
  'github_app_missing',
  'github_app_powerless',
  'service_elsewhere_unavailable',
] as const

export const listBenefits = endpoint({
  ...ofBenefits,
  name: 'listBenefits',
  method: 'GET',
  path: '/v1/benefits/',
  summary: 'List benefits',
  description: '`query` finds a part of the description.',
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'description'], ['-created_at']),
    organizationId: anyOf(organizationId),
    type: anyOf(z.enum(benefitTypes)),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
    metadata: metadataFilter,
  }),
  returns: listOf(Benefit),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const createBenefit = endpoint({
  ...ofBenefits,
  name: 'createBenefit',
  method: 'POST',
  path: '/v1/benefits/',
  summary: 'Create a benefit',
  description:
    'A server at Discord has to be connected first, and an account at GitHub that administers the ' +
    'repository. The files must be uploaded; crediting a meter needs usage-based billing.',
  may: mayWrite,
  body: benefitInput,
  bodyLimitBytes: 128 * 1024,
  returns: Benefit,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, ...propertyRefusals],
})

export const getBenefit = endpoint({
  ...ofBenefits,
  name: 'getBenefit',
  method: 'GET',
  path: '/v1/benefits/:id',
  summary: 'Get a benefit',
  may: mayRead,
  params: ofOne,
  returns: Benefit,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateBenefit = endpoint({
  ...ofBenefits,
  name: 'updateBenefit',
  method: 'PATCH',
  path: '/v1/benefits/:id',
  summary: 'Change a benefit',
  description: 'The type must be said and stays as it is. `properties` are replaced as a whole.',
  may: mayWrite,
  params: ofOne,
  body: benefitChanges,
  bodyLimitBytes: 128 * 1024,
  returns: Benefit,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'benefit_type_fixed', ...propertyRefusals],
})

export const deleteBenefit = endpoint({
  ...ofBenefits,
  name: 'deleteBenefit',
  method: 'DELETE',
  path: '/v1/benefits/:id',
  summary: 'Delete a benefit',
  description: 'No product has it any more.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found', 'benefit_not_deletable'],
})
