import { id as idOf } from '@guildhall/contract/primitives'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { jsonText } from '../src/platform/database/json.ts'
import { newId } from '../src/platform/ids.ts'
import type { Founded } from './founding.ts'
import type { BillingCalls } from './sellers.ts'
import type { TestServer } from './server.ts'

const made = z.object({ id: z.string(), type: z.string() })

export type MadeBenefit = z.output<typeof made>

/** What a benefit needs and no more: it gives a note that says nothing. */
export const bareBenefit = {
  type: 'custom',
  description: 'Early access',
  properties: {},
} as const

/** A benefit of whoever calls. */
export async function newBenefit(calls: BillingCalls, wish: object = {}): Promise<MadeBenefit> {
  const answer = await calls.post('/benefits/', { ...bareBenefit, ...wish })
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}

const organizationId = idOf('organization')

interface FileState {
  readonly service?: 'downloadable' | 'product_media'
  readonly isUploaded?: boolean
  readonly isDeleted?: boolean
}

/** A file as if it had been uploaded, but without its bytes. */
export async function fileInState(
  { database }: Pick<TestServer, 'database'>,
  { id }: Pick<Founded, 'id'>,
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
