import type { oauthPlatforms } from '@guildhall/contract/portal/oauth-accounts'
import type { BenefitType } from './benefit-types.ts'

/** A service where benefits are given to an account of the customer. */
export type Platform = (typeof oauthPlatforms)[number]

export const platformNames: Readonly<Record<Platform, string>> = {
  discord: 'Discord',
  github: 'GitHub',
}

const platforms: Readonly<Partial<Record<BenefitType, Platform>>> = {
  discord: 'discord',
  github_repository: 'github',
}

/** Where a benefit is given; null for what this server gives itself. */
export const platformOf = (type: BenefitType): Platform | null => platforms[type] ?? null
