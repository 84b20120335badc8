import { id as idOf } from '@guildhall/contract/primitives'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { jsonText } from '../src/platform/database/json.ts'
import { newId } from '../src/platform/ids.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import type { BillingCalls } from './sellers.ts'
import type { TestServer } from './server.ts'

const created = z.object({ id: z.string(), type: z.string() })

export type MadeBenefit = z.output<typeof created>

/** The required fields only: a custom benefit without a note. */
export const bareBenefit = {
  type: 'custom',
  description: 'Early access',
  properties: {},
} as const

/** Creates a benefit in the caller's organization. */
export async function newBenefit(calls: BillingCalls, input: object = {}): Promise<MadeBenefit> {
  const answer = await calls.post('/benefits/', { ...bareBenefit, ...input })
  expect(answer).toMatchObject({ status: 201 })
  return created.parse(answer.body)
}

const organizationId = idOf('organization')

interface FileState {
  readonly service?: 'downloadable' | 'product_media'
  readonly isUploaded?: boolean
  readonly isDeleted?: boolean
}

/** The row of a file, without bytes in storage. */
export async function fileInState(
  { database }: Pick<TestServer, 'database'>,
  { id }: Pick<OwnedOrganization, 'id'>,
  { service = 'downloadable', isUploaded = true, isDeleted = false }: FileState = {},
): Promise<string> {
  const fileId = newId('file')
  const now = new Date()
  await database.kysely
    .insertInto('file')
    .values({
      organizationId: organizationId.parse(id),
      id: fileId,
      service,
      name: 'guide.pdf',
      path: `${service}/${id}/${fileId}/guide.pdf`,
      mimeType: 'application/pdf',
      size: 7,
      isUploaded,
      ...(isUploaded
        ? { lastModifiedAt: now }
        : { uploadId: 'upload', uploadParts: jsonText([]), uploadEndsAt: now }),
      createdAt: now,
      deletedAt: isDeleted ? now : null,
    })
    .execute()
  return fileId
}
