import type { BenefitProperties } from '@guildhall/contract/benefits/inputs'
import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export type AskedOf<T extends BenefitProperties['type']> = Extract<
  BenefitProperties,
  { readonly type: T }
>

/** What a benefit gives, as it is kept: in columns, and what has no column of its own. */
export interface KeptKind {
  readonly properties: Readonly<Record<string, PlainValue>>
  readonly meterId: Id<'meter'> | null
  readonly files: readonly KeptFile[]
}

interface KeptFile {
  readonly fileId: Id<'file'>
  readonly archived: boolean | null
}

type PlainValue =
  | string
  | number
  | boolean
  | null
  | Readonly<Record<string, string | number | boolean>>

/** What was found out elsewhere, before: by now it's known that it may be given. */
export type Elsewhere =
  | { readonly guildId: string }
  | { readonly repositoryOwner: string; readonly repositoryName: string }

export interface KindFacts {
  readonly elsewhere: Elsewhere | null
  /** Of the files that are asked for, those that are the organization's and living. */
  readonly files: readonly FileFacts[]
  /** Of the meters that are asked for, those that are the organization's. */
  readonly meterIds: readonly Id<'meter'>[]
  readonly usesUsageBilling: boolean
}

interface FileFacts {
  readonly id: Id<'file'>
  readonly service: string
  readonly isUploaded: boolean
}

type KindRefusal = Refusal<
  'benefit_file_unknown' | 'benefit_meter_unknown' | 'benefit_usage_off' | 'conflicting_change'
>

const plain = (properties: KeptKind['properties']): KeptKind => ({
  properties,
  meterId: null,
  files: [],
})

/** Turns what is asked into what is kept, where it may be. */
export function decideKind(asked: BenefitProperties, facts: KindFacts): KeptKind | KindRefusal {
  const { elsewhere } = facts
  switch (asked.type) {
    case 'custom':
      return plain({ note: asked.properties.note ?? null })
    case 'license_keys':
      return plain(licenseKeys(asked))
    case 'downloadables':
      return decideFiles(asked, facts)
    case 'meter_credit':
      return decideMeterCredit(asked, facts)
    case 'discord':
      return elsewhere !== null && 'guildId' in elsewhere
        ? plain({ guildId: elsewhere.guildId, roleId: asked.properties.roleId })
        : changedMeanwhile
    case 'github_repository':
      return elsewhere !== null && 'repositoryName' in elsewhere
        ? plain({ ...elsewhere, permission: asked.properties.permission })
        : changedMeanwhile
  }
}

/** It was what is asked for when others were to be asked, so nobody asked them. */
const changedMeanwhile = refuse('conflicting_change')

const licenseKeys = ({
  properties: { prefix, expires, activations, limitUsage },
}: AskedOf<'license_keys'>): KeptKind['properties'] => ({
  prefix: prefix ?? null,
  expires: expires ?? null,
  activations: activations ?? null,
  limitUsage: limitUsage ?? null,
})

function decideFiles(
  { properties }: AskedOf<'downloadables'>,
  { files }: KindFacts,
): KeptKind | Refusal<'benefit_file_unknown'> {
  const good = new Set(
    files
      .filter(({ service, isUploaded }) => service === 'downloadable' && isUploaded)
      .map(({ id }) => id),
  )
  const bad = properties.files.findIndex((id) => !good.has(id))
  if (bad >= 0) {
    return refuse('benefit_file_unknown', { loc: ['body', 'properties', 'files', bad] })
  }
  return {
    ...plain({}),
    files: properties.files.map((fileId) => ({
      fileId,
      archived: properties.archived[fileId] ?? null,
    })),
  }
}

function decideMeterCredit(
  { properties: { units, rollover, meterId } }: AskedOf<'meter_credit'>,
  { meterIds, usesUsageBilling }: KindFacts,
): KeptKind | Refusal<'benefit_meter_unknown' | 'benefit_usage_off'> {
  const loc = ['body', 'properties', 'meter_id']
  if (!usesUsageBilling) return refuse('benefit_usage_off', { loc })
  if (!meterIds.includes(meterId)) return refuse('benefit_meter_unknown', { loc })
  return { ...plain({ units, rollover }), meterId }
}
