import type { Polar } from '@polar-sh/sdk'
import { expect } from 'vitest'
import { inDashboard, type Seller } from './seller.ts'

/** What a backend needs to fill a shop. */
export const catalogScopes = [
  'products:write',
  'meters:write',
  'custom_fields:write',
  'benefits:write',
  'files:write',
]

/** Switches on what is billed by usage. */
export const billByUsage = ({ person, organizationId: id }: Seller) =>
  inDashboard(person).organizations.update({
    id,
    organizationUpdate: {
      featureSettings: { usageBasedBillingEnabled: true, issueFundingEnabled: false },
    },
  })

/** What counts every event. */
export const newMeter = ({ meters }: Polar, name = 'Tokens') =>
  meters.create({
    name,
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
  })

/** A red dot. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A picture that a seller uploaded for their products. */
export const uploadPicture = (polar: Polar): Promise<string> =>
  uploadDot(polar, { service: 'product_media', name: 'cover.png', mimeType: 'image/png' })

/** A file that buyers are to download. */
export const uploadGoods = (polar: Polar, name: string): Promise<string> =>
  uploadDot(polar, { service: 'downloadable', name, mimeType: 'application/zip' })

interface Uploaded {
  readonly service: 'product_media' | 'downloadable'
  readonly name: string
  readonly mimeType: string
}

async function uploadDot({ files }: Polar, file: Uploaded): Promise<string> {
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
