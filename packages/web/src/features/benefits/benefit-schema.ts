import { benefitInput } from '@guildhall/contract/benefits/inputs'
import {
  type FieldSchemas,
  lengthMaxOf,
  present,
  rule,
  text,
  wholeNumber,
} from '#/lib/form-schema.ts'
import { metadataSchema } from '#/lib/metadata-rows.ts'
import type { BenefitDraft, FileRow } from './benefit-draft.ts'

const [custom, , , , licenseKeys, meterCredit] = benefitInput.def.options
const { description } = custom.shape
const { note } = custom.shape.properties.shape
const { prefix, expires, activations, limitUsage, offline } = licenseKeys.shape.properties.shape

const offlineShape = offline.def.innerType.def.innerType.shape

interface BenefitFormFacts {
  /** Whether usage-based billing is enabled, so that meters can be credited. */
  isUsageOn: boolean
}

/** Validates visible fields only, so each type has its own rules. */
export const benefitSchema =
  ({ isUsageOn }: BenefitFormFacts) =>
  ({ isUploading }: BenefitDraft): FieldSchemas<BenefitDraft> => ({
    description: text(description, { empty: 'Enter what customers get.' }),
    note: text(note),
    guildToken: present('Connect a server first.'),
    roleId: present('Choose a role.'),
    repository: present('Choose a repository.'),
    files: rule<readonly FileRow[]>((rows) => filesMistake(rows.length, isUploading)),
    prefix: text(prefix),
    ttl: wholeNumber(expires.def.innerType.def.innerType.shape.ttl),
    activationsMax: wholeNumber(activations.def.innerType.def.innerType.shape.limit),
    usageMax: wholeNumber(limitUsage),
    offlineDays: wholeNumber(offlineShape.days),
    graceDays: wholeNumber(offlineShape.graceDays),
    meterId: rule<string | null>((meterId) => meterMistake(meterId, isUsageOn)),
    units: wholeNumber(meterCredit.shape.properties.shape.units),
    metadata: metadataSchema,
  })

function filesMistake(count: number, isUploading: boolean): string | null {
  if (isUploading) return 'Wait until all files are uploaded, or cancel those that are not.'
  return count === 0 ? 'Upload at least one file.' : null
}

function meterMistake(meterId: string | null, isUsageOn: boolean): string | null {
  if (!isUsageOn) return 'Turn on usage-based billing to credit a meter.'
  return meterId === null ? 'Choose a meter, or create one.' : null
}

const descriptionLengthMax = lengthMaxOf(description)

export const descriptionLeft = (typed: string): number => descriptionLengthMax - typed.trim().length
