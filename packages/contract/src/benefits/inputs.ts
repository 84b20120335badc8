import * as z from 'zod/mini'
import { lineOfText } from '../customers/text.ts'
import { oneLine, organizationId } from '../organizations/shapes.ts'
import { id, metadata } from '../primitives.ts'
import { expiryTimeframes, repositoryPermissions } from './shapes.ts'

const descriptionLengthMin = 3
const descriptionLengthMax = 42
const noteLengthMax = 10_000
const filesMax = 100
const prefixLengthMax = 50
const ttlMax = 36_500
const activationsMax = 50
const usageMax = 2_147_483_647
const offlineDaysMax = 366
const graceDaysMax = 90
const unitsMax = 1_000_000_000_000
const guildTokenLengthMax = 500
const ownerLengthMax = 39
const repositoryLengthMax = 100

const description = oneLine(descriptionLengthMax).check(z.minLength(descriptionLengthMin))

export const guildToken = z.string().check(z.maxLength(guildTokenLengthMax))

const CustomProperties = z.object({ note: z.nullish(z.string().check(z.maxLength(noteLengthMax))) })

const DiscordProperties = z.object({
  /** From connecting the server, or from a benefit with the same server. */
  guildToken,
  roleId: z.string().check(z.regex(/^\d{1,20}$/, 'Input should be the id of a role')),
})

/** Limited to GitHub's syntax, because the names become part of a URL. */
const GitHubProperties = z.object({
  repositoryOwner: z
    .string()
    .check(
      z.maxLength(ownerLengthMax),
      z.regex(/^[a-z\d]+(?:-[a-z\d]+)*$/i, 'Input should be the name of a GitHub organization'),
    ),
  repositoryName: z
    .string()
    .check(
      z.maxLength(repositoryLengthMax),
      z.regex(
        /^(?!\.{1,2}$)[\w.-]+$/,
        'Input should be the name of a repository, without its owner',
      ),
    ),
  permission: z.enum(repositoryPermissions),
})

const DownloadablesProperties = z
  .object({
    files: z.array(id('file')).check(z.minLength(1), z.maxLength(filesMax)),
    /** By file: true if it is no longer offered. */
    archived: z._default(z.record(z.string(), z.boolean()), {}),
  })
  .check((context) => {
    const { files, archived } = context.value
    const fault = (path: (string | number)[], message: string) =>
      context.issues.push({ code: 'custom', input: context.value, path, message })
    for (const [at, file] of files.entries()) {
      if (files.indexOf(file) !== at) fault(['files', at], 'This file is listed twice')
    }
    const listed: readonly string[] = files
    for (const file of Object.keys(archived)) {
      if (!listed.includes(file)) fault(['archived', file], 'This file is not among the files')
    }
  })

const LicenseKeysProperties = z.object({
  prefix: z.nullish(lineOfText(prefixLengthMax)),
  expires: z.nullish(
    z.object({
      ttl: z.int().check(z.minimum(1), z.maximum(ttlMax)),
      timeframe: z.enum(expiryTimeframes),
    }),
  ),
  activations: z.nullish(
    z.object({
      limit: z.int().check(z.minimum(1), z.maximum(activationsMax)),
      enableCustomerAdmin: z.boolean(),
    }),
  ),
  limitUsage: z.nullish(z.int().check(z.minimum(1), z.maximum(usageMax))),
  /** How long an application may go on without a connection, and then with a warning. */
  offline: z.nullish(
    z.object({
      days: z.int().check(z.minimum(1), z.maximum(offlineDaysMax)),
      graceDays: z._default(z.int().check(z.minimum(0), z.maximum(graceDaysMax)), 0),
    }),
  ),
})

/** What a grant credits in each period. */
export const MeterCreditTerms = z.object({
  units: z.int().check(z.minimum(1), z.maximum(unitsMax)),
  /** Whether unused units carry over to the next period. */
  rollover: z.boolean(),
})

const MeterCreditProperties = z.extend(MeterCreditTerms, { meterId: id('meter') })

const properties = {
  custom: CustomProperties,
  discord: DiscordProperties,
  github: GitHubProperties,
  downloadables: DownloadablesProperties,
  licenseKeys: LicenseKeysProperties,
  meterCredit: MeterCreditProperties,
}

const created = {
  organizationId: z.nullish(organizationId),
  description,
  metadata: z.nullish(metadata),
}

export const benefitInput = z.discriminatedUnion('type', [
  z.object({ ...created, type: z.literal('custom'), properties: properties.custom }),
  z.object({ ...created, type: z.literal('discord'), properties: properties.discord }),
  z.object({ ...created, type: z.literal('github_repository'), properties: properties.github }),
  z.object({ ...created, type: z.literal('downloadables'), properties: properties.downloadables }),
  z.object({ ...created, type: z.literal('license_keys'), properties: properties.licenseKeys }),
  z.object({ ...created, type: z.literal('meter_credit'), properties: properties.meterCredit }),
])

const changed = { description: z.nullish(description), metadata: z.nullish(metadata) }

/** The type must be repeated, because it decides how the properties are read. */
export const benefitChanges = z.discriminatedUnion('type', [
  z.object({ ...changed, type: z.literal('custom'), properties: z.nullish(properties.custom) }),
  z.object({ ...changed, type: z.literal('discord'), properties: z.nullish(properties.discord) }),
  z.object({
    ...changed,
    type: z.literal('github_repository'),
    properties: z.nullish(properties.github),
  }),
  z.object({
    ...changed,
    type: z.literal('downloadables'),
    properties: z.nullish(properties.downloadables),
  }),
  z.object({
    ...changed,
    type: z.literal('license_keys'),
    properties: z.nullish(properties.licenseKeys),
  }),
  z.object({
    ...changed,
    type: z.literal('meter_credit'),
    properties: z.nullish(properties.meterCredit),
  }),
])

/** The type and properties of an input, as a union over all types. */
export type BenefitProperties =
  z.output<typeof benefitInput> extends infer Input
    ? Input extends { readonly type: infer T; readonly properties: infer P }
      ? { readonly type: T; readonly properties: P }
      : never
    : never
