import type { BenefitType } from '#/entities/benefit/benefit-types.ts'
import { type MetadataRow, metadataOf, metadataRows } from '#/lib/metadata-rows.ts'
import type { Benefit, NewBenefit, OfferedFile } from './benefit-queries.ts'

type PropertiesOf<T extends BenefitType> = Extract<Benefit, { type: T }>['properties']

export type Permission = PropertiesOf<'github_repository'>['permission']
type Timeframe = NonNullable<PropertiesOf<'license_keys'>['expires']>['timeframe']

/** A file, in display order. */
export interface FileRow {
  id: OfferedFile['id']
  isArchived: boolean
}

/** As typed; omitted values are empty. Values of other types are kept but not sent. */
export interface BenefitDraft {
  type: BenefitType
  description: string
  note: string
  guildToken: string
  roleId: string | null
  /** Includes the owner: `acme/rockets`. */
  repository: string | null
  permission: Permission
  files: FileRow[]
  /** Whether uploads are in progress. */
  isUploading: boolean
  prefix: string
  expires: boolean
  ttl: string
  timeframe: Timeframe
  isActivated: boolean
  activationsMax: string
  customersDeactivate: boolean
  isLimited: boolean
  usageMax: string
  isOffline: boolean
  offlineDays: string
  graceDays: string
  meterId: string | null
  units: string
  rollover: boolean
  metadata: MetadataRow[]
}

const emptyDraft: BenefitDraft = {
  type: 'custom',
  description: '',
  note: '',
  guildToken: '',
  roleId: null,
  repository: null,
  permission: 'pull',
  files: [],
  isUploading: false,
  prefix: '',
  expires: false,
  ttl: '1',
  timeframe: 'year',
  isActivated: false,
  activationsMax: '1',
  customersDeactivate: true,
  isLimited: false,
  usageMax: '',
  isOffline: false,
  offlineDays: '14',
  graceDays: '7',
  meterId: null,
  units: '',
  rollover: false,
  metadata: [],
}

export function draftOf(existing: Benefit | null): BenefitDraft {
  if (existing === null) return emptyDraft
  const { type, description, metadata } = existing
  return {
    ...emptyDraft,
    type,
    description,
    metadata: metadataRows(metadata),
    ...ownPart(existing),
  }
}

function ownPart({ type, properties }: Benefit): Partial<BenefitDraft> {
  switch (type) {
    case 'custom':
      return { note: properties.note ?? '' }
    case 'discord':
      return { guildToken: properties.guildToken, roleId: properties.roleId }
    case 'github_repository': {
      const { repositoryOwner, repositoryName, permission } = properties
      return { repository: `${repositoryOwner}/${repositoryName}`, permission }
    }
    case 'downloadables': {
      const { files, archived } = properties
      return { files: files.map((id) => ({ id, isArchived: archived[id] ?? false })) }
    }
    case 'license_keys':
      return licensePart(properties)
    case 'meter_credit': {
      const { units, rollover, meterId } = properties
      return { units: String(units), rollover, meterId }
    }
  }
}

function licensePart(properties: PropertiesOf<'license_keys'>): Partial<BenefitDraft> {
  const { prefix, expires, activations, limitUsage, offline } = properties
  return {
    prefix: prefix ?? '',
    ...(expires && { expires: true, ttl: String(expires.ttl), timeframe: expires.timeframe }),
    ...(activations && {
      isActivated: true,
      activationsMax: String(activations.limit),
      customersDeactivate: activations.enableCustomerAdmin,
    }),
    ...(limitUsage !== null && { isLimited: true, usageMax: String(limitUsage) }),
    ...(offline && {
      isOffline: true,
      offlineDays: String(offline.days),
      graceDays: String(offline.graceDays),
    }),
  }
}

export const detailsOf = ({ description, metadata }: BenefitDraft) => ({
  description: description.trim(),
  metadata: metadataOf(metadata),
})

/** The input for the API: the type and its properties. */
type BenefitContent = NewBenefit extends infer Input
  ? Input extends { readonly type: infer T; readonly properties: infer P }
    ? { type: T; properties: P }
    : never
  : never

export function contentOf(draft: BenefitDraft): BenefitContent {
  const { type } = draft
  switch (type) {
    case 'custom': {
      const note = draft.note.trim()
      return { type, properties: { note: note === '' ? null : draft.note } }
    }
    case 'discord':
      return { type, properties: { guildToken: draft.guildToken, roleId: draft.roleId ?? '' } }
    case 'github_repository': {
      const [repositoryOwner = '', repositoryName = ''] = draft.repository?.split('/') ?? []
      return { type, properties: { repositoryOwner, repositoryName, permission: draft.permission } }
    }
    case 'downloadables': {
      const archived = draft.files.filter(({ isArchived }) => isArchived)
      return {
        type,
        properties: {
          files: draft.files.map(({ id }) => id),
          archived: Object.fromEntries(archived.map(({ id }) => [id, true])),
        },
      }
    }
    case 'license_keys':
      return { type, properties: licenseProperties(draft) }
    case 'meter_credit': {
      const { meterId, units, rollover } = draft
      return { type, properties: { meterId: meterId ?? '', units: Number(units), rollover } }
    }
  }
}

function licenseProperties(draft: BenefitDraft) {
  const { prefix, expires, isActivated, isLimited, timeframe } = draft
  return {
    prefix: prefix.trim() === '' ? null : prefix.trim(),
    expires: expires ? { ttl: Number(draft.ttl), timeframe } : null,
    activations: isActivated
      ? { limit: Number(draft.activationsMax), enableCustomerAdmin: draft.customersDeactivate }
      : null,
    limitUsage: isLimited ? Number(draft.usageMax) : null,
    offline: draft.isOffline
      ? { days: Number(draft.offlineDays), graceDays: Number(draft.graceDays) }
      : null,
  }
}
