import * as z from 'zod/mini'
import { laterBenefit } from '../billing/later-clients.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant, metadataShown } from '../primitives.ts'

export const benefitTypes = [
  'custom',
  'discord',
  'github_repository',
  'downloadables',
  'license_keys',
  'meter_credit',
] as const
export type BenefitType = (typeof benefitTypes)[number]

/** GitHub’s permissions for collaborators. */
export const repositoryPermissions = ['pull', 'triage', 'push', 'maintain', 'admin'] as const

export const expiryTimeframes = ['year', 'month', 'day'] as const

export const benefitId = id('benefit')

export const LicenseKeyProperties = z.object({
  prefix: z.nullable(z.string()),
  expires: z.nullable(z.object({ ttl: z.int(), timeframe: z.enum(expiryTimeframes) })),
  activations: z.nullable(z.object({ limit: z.int(), enableCustomerAdmin: z.boolean() })),
  limitUsage: z.nullable(z.int()),
  /** Null where applications need a connection to validate a key. */
  offline: z.nullable(z.object({ days: z.int(), graceDays: z.int() })),
})

export type LicenseKeyProperties = z.output<typeof LicenseKeyProperties>

/** One shape per type: the common fields and the type's own properties. */
const ofEachType = <S extends z.core.$ZodShape>(shape: S) =>
  z.discriminatedUnion('type', [
    z.object({
      ...shape,
      type: z.literal('custom'),
      properties: z.object({ note: z.nullable(z.string()) }),
    }),
    z.object({
      ...shape,
      type: z.literal('discord'),
      properties: z.object({
        guildId: z.string(),
        roleId: z.string(),
        /** Proves access to the server in updates of this benefit. */
        guildToken: z.string(),
      }),
    }),
    z.object({
      ...shape,
      type: z.literal('github_repository'),
      properties: z.object({
        repositoryOwner: z.string(),
        repositoryName: z.string(),
        permission: z.enum(repositoryPermissions),
      }),
    }),
    z.object({
      ...shape,
      type: z.literal('downloadables'),
      properties: z.object({
        archived: z.record(z.string(), z.boolean()),
        files: z.array(id('file')),
      }),
    }),
    z.object({
      ...shape,
      type: z.literal('license_keys'),
      properties: LicenseKeyProperties,
    }),
    z.object({
      ...shape,
      type: z.literal('meter_credit'),
      properties: z.object({ units: z.int(), rollover: z.boolean(), meterId: id('meter') }),
    }),
  ])

/** The type and its properties, without the fields that all benefits have. */
export const BenefitContent = ofEachType({})

export type BenefitContent = z.output<typeof BenefitContent>

export const benefitFields = {
  id: benefitId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  description: z.string(),
  selectable: z.boolean(),
  deletable: z.boolean(),
  /** Grants of a deleted benefit still show it. */
  isDeleted: z.boolean(),
  organizationId,
  metadata: metadataShown,
  ...laterBenefit,
}

/** Also the payload of webhooks. */
export const Benefit = ofEachType(benefitFields)

export type Benefit = z.output<typeof Benefit>
