import type { Polar } from '@polar-sh/sdk'
import { expect } from 'vitest'
import { inDashboard, type Seller } from './seller.ts'

/** The scopes for creating products and what they link to. */
export const catalogScopes = [
  'products:write',
  'meters:write',
  'custom_fields:write',
  'benefits:write',
  'files:write',
]

/** Enables usage-based billing. */
export const enableUsageBilling = ({ person, organizationId: id }: Seller) =>
  inDashboard(person).organizations.update({
    id,
    organizationUpdate: {
      featureSettings: { usageBasedBillingEnabled: true, issueFundingEnabled: false },
    },
  })

/** A meter that counts every event. */
export const newMeter = ({ meters }: Polar, name = 'Tokens') =>
  meters.create({
    name,
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
  })

/** A PNG with one red pixel. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Uploads an image for products. */
export const uploadPicture = (polar: Polar): Promise<string> =>
  uploadPixel(polar, { service: 'product_media', name: 'cover.png', mimeType: 'image/png' })

/** Uploads a downloadable file. */
export const uploadDownload = (polar: Polar, name: string): Promise<string> =>
  uploadPixel(polar, { service: 'downloadable', name, mimeType: 'application/zip' })

interface Uploaded {
  readonly service: 'product_media' | 'downloadable'
  readonly name: string
  readonly mimeType: string
}

async function uploadPixel({ files }: Polar, file: Uploaded): Promise<string> {
  const size = picture.length
  const parts = [{ number: 1, chunkStart: 0, chunkEnd: size }]
  const { id, upload } = await files.create({ ...file, size, upload: { parts } })
  const [part] = upload.parts
  const sent = await fetch(part?.url ?? '', {
    method: 'PUT',
    headers: part?.headers ?? {},
    body: picture,
  })
  expect(sent.status).toBe(200)
  await files.uploaded({
    id,
    fileUploadCompleted: {
      id: upload.id,
      path: upload.path,
      parts: [
        { number: 1, checksumEtag: sent.headers.get('etag') ?? '', checksumSha256Base64: null },
      ],
    },
  })
  return id
}

/** A downloadable file of the organization. */
export async function uploadText({ files }: Polar, text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const { id, upload } = await files.create({
    service: 'downloadable',
    name: `${text}.txt`,
    mimeType: 'text/plain',
    size: bytes.length,
    upload: { parts: [{ number: 1, chunkStart: 0, chunkEnd: bytes.length }] },
  })
  const [part] = upload.parts
  const { url = '', headers = {} } = part ?? {}
  const sent = await fetch(url, { method: 'PUT', headers, body: bytes })
  expect(sent.status).toBe(200)
  const checksumEtag = sent.headers.get('etag') ?? ''
  await files.uploaded({
    id,
    fileUploadCompleted: {
      id: upload.id,
      path: upload.path,
      parts: [{ number: 1, checksumEtag, checksumSha256Base64: null }],
    },
  })
  return id
}
