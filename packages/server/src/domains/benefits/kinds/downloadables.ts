import { BenefitContent } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { lockFilesForShare } from '../../files/store/files.ts'
import type { BenefitRow } from '../store/benefits.ts'
import { type BenefitKind, type InputOf, type StoredContent } from './benefit-kind.ts'

export const downloadablesKind: BenefitKind<'downloadables'> = {
  validate: async ({ tx, organizationId }, properties) =>
    decideFiles(properties, await lockFilesForShare(tx, organizationId, properties.files)),
  describe: ({ type, files }) =>
    z.parse(BenefitContent, { type, properties: describeFiles(files) }),
  preview: (properties) => properties,
}

interface FileFacts {
  readonly id: Id<'file'>
  readonly service: string
  readonly isUploaded: boolean
}

/** The files are those of the request that exist in the organization. */
export function decideFiles(
  properties: InputOf<'downloadables'>,
  files: readonly FileFacts[],
): StoredContent | Refusal<'benefit_file_unknown'> {
  const offered = new Set(
    files
      .filter(({ service, isUploaded }) => service === 'downloadable' && isUploaded)
      .map(({ id }) => id),
  )
  const unknown = properties.files.findIndex((id) => !offered.has(id))
  if (unknown >= 0) {
    return refuse('benefit_file_unknown', { loc: ['body', 'properties', 'files', unknown] })
  }
  return {
    properties: {},
    meterId: null,
    files: properties.files.map((fileId) => ({
      fileId,
      archived: properties.archived[fileId] ?? null,
    })),
  }
}

const describeFiles = (files: BenefitRow['files']) => ({
  files: files.map(({ fileId }) => fileId),
  archived: Object.fromEntries(
    files.flatMap(({ fileId, archived }) => (archived === null ? [] : [[fileId, archived]])),
  ),
})
