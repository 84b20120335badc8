import { createHash } from 'node:crypto'
import { type Id, id } from '@guildhall/contract/primitives'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingAnswer, BillingCalls } from './sellers.ts'

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export const base64Of = (bytes: Uint8Array): string => sha256(bytes).toString('base64')

/** An image of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The smallest size of any part but the last. */
export const partBytes = 5 * 1024 * 1024

const cut = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / partBytes)) }, (_, at) =>
    bytes.subarray(at * partBytes, (at + 1) * partBytes),
  )

/** The body that starts an upload of these bytes. */
export const fileOf = (bytes: Uint8Array<ArrayBuffer>, input: object = {}): object => ({
  service: 'downloadable',
  name: 'manual.txt',
  mime_type: 'text/plain',
  size: bytes.length,
  upload: {
    parts: cut(bytes).map((part, at) => ({
      number: at + 1,
      chunk_start: at * partBytes,
      chunk_end: at * partBytes + part.length,
      checksum_sha256_base64: base64Of(part),
    })),
  },
  ...input,
})

export const imageOf = (bytes: Uint8Array<ArrayBuffer>, input: object = {}): object =>
  fileOf(bytes, { service: 'product_media', name: 'dot.png', mime_type: 'image/png', ...input })

const startedUpload = z.object({
  id: id('file'),
  path: z.string(),
  upload: z.object({
    id: z.string(),
    path: z.string(),
    parts: z.array(
      z.object({
        number: z.int(),
        url: z.string(),
        expires_at: z.string(),
        headers: z.record(z.string(), z.string()),
        checksum_sha256_base64: z.nullable(z.string()),
      }),
    ),
  }),
})

export type StartedUpload = z.output<typeof startedUpload>

export async function startUpload(calls: BillingCalls, input: object): Promise<StartedUpload> {
  const answer = await calls.post('/files/', input)
  expect(answer).toMatchObject({ status: 201 })
  return startedUpload.parse(answer.body)
}

export interface Completion {
  readonly id: string
  readonly path: string
  readonly parts: readonly {
    readonly number: number
    readonly checksum_etag: string
    readonly checksum_sha256_base64: string | null
  }[]
}

/** Uploads all parts like a client, and answers the body that completes the upload. */
export async function sendParts(
  { upload }: StartedUpload,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Completion> {
  const parts: Completion['parts'][number][] = []
  for (const [at, body] of cut(bytes).entries()) {
    const part = upload.parts[at]
    if (part === undefined) expect.fail('a part was planned for these bytes')
    const answer = await fetch(part.url, { method: 'PUT', headers: part.headers, body })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    parts.push({
      number: part.number,
      checksum_etag: answer.headers.get('etag') ?? '',
      checksum_sha256_base64: part.checksum_sha256_base64,
    })
  }
  return { id: upload.id, path: upload.path, parts }
}

export const completeUpload = (
  calls: BillingCalls,
  { id }: Pick<StartedUpload, 'id'>,
  completion: object,
): Promise<BillingAnswer> => calls.post(`/files/${id}/uploaded`, completion)

const uploaded = z.object({
  id: id('file'),
  path: z.string(),
  is_uploaded: z.literal(true),
  public_url: z.optional(z.string()),
  checksum_etag: z.string(),
  checksum_sha256_base64: z.string(),
})

export type Uploaded = z.output<typeof uploaded>

/** Uploads the bytes and completes the upload. */
export async function upload(
  calls: BillingCalls,
  bytes: Uint8Array<ArrayBuffer>,
  input: object,
): Promise<Uploaded> {
  const file = await startUpload(calls, input)
  const answer = await completeUpload(calls, file, await sendParts(file, bytes))
  expect(answer).toMatchObject({ status: 200 })
  return uploaded.parse(answer.body)
}

/** A small product image. */
export const newPicture = async (calls: BillingCalls): Promise<Id<'file'>> =>
  (await upload(calls, png, imageOf(png))).id
