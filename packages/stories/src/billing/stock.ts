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
export async function uploadPicture({ files }: Polar): Promise<string> {
  const size = picture.length
  const { id, upload } = await files.create({
    service: 'product_media',
    name: 'cover.png',
    mimeType: 'image/png',
    size,
    upload: { parts: [{ number: 1, chunkStart: 0, chunkEnd: size }] },
  })
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
