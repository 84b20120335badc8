import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf, metadataFilter } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { benefitChanges, benefitInput } from './inputs.ts'
import { Benefit, benefitId, benefitTypes } from './shapes.ts'

const searchLengthMax = 256

const ofBenefits = { ...forSellers, tag: 'Benefits' } as const
const mayRead = 'benefits:read'
const mayWrite = 'benefits:write'

const ofOne = z.object({ id: benefitId })

/** Refusals of the properties of any type. */
const propertyRefusals = [
  'benefit_file_unknown',
  'benefit_meter_unknown',
  'benefit_meter_archived',
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
  'benefit_provider_unavailable',
] as const

export const listBenefits = operation({
  ...ofBenefits,
  name: 'listBenefits',
  reads: 'replica',
  method: 'GET',
  path: '/v1/benefits/',
  summary: 'List benefits',
  description: '`query` matches any part of the description.',
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

export const createBenefit = operation({
  ...ofBenefits,
  name: 'createBenefit',
  method: 'POST',
  path: '/v1/benefits/',
  summary: 'Create a benefit',
  description:
    'A Discord role requires a connected server, and a GitHub repository a connected account that ' +
    'administers it. Files must be uploaded; meter credits require usage-based billing.',
  may: mayWrite,
  body: benefitInput,
  bodyLimitBytes: 128 * 1024,
  returns: Benefit,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, ...propertyRefusals],
})

export const getBenefit = operation({
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

export const updateBenefit = operation({
  ...ofBenefits,
  name: 'updateBenefit',
  method: 'PATCH',
  path: '/v1/benefits/:id',
  summary: 'Update a benefit',
  description: 'The type must be repeated and cannot change. `properties` are replaced as a whole.',
  may: mayWrite,
  params: ofOne,
  body: benefitChanges,
  bodyLimitBytes: 128 * 1024,
  returns: Benefit,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'benefit_type_fixed', ...propertyRefusals],
})

export const deleteBenefit = operation({
  ...ofBenefits,
  name: 'deleteBenefit',
  method: 'DELETE',
  path: '/v1/benefits/:id',
  summary: 'Delete a benefit',
  description: 'Removes it from all products.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found', 'benefit_not_deletable'],
})
