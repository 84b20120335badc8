import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'
import { fileName } from './file-name.ts'
import { avatarTypes, FileRead, fileFacts, fileId, fileServices, imageTypes } from './shapes.ts'
import { checksum, planFault, uploadPlan } from './upload-plan.ts'

const mebibyte = 1024 * 1024
export const productMediaBytesMax = 10 * mebibyte
const avatarBytesMax = mebibyte
const versionLengthMax = 100
/** A thousand parts with their checksums. */
const bodyLimitBytes = 256 * 1024

const ofFiles = { ...forSellers, tag: 'Files' } as const
const mayRead = 'files:read'
const mayWrite = 'files:write'

const ofOne = z.object({ id: fileId })

const versionName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Must not be empty'),
    z.maxLength(versionLengthMax),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Must be one line'),
  )

/** `type/subtype`, with parameters or without. */
const mimeType = z
  .string()
  .check(
    z.maxLength(255),
    z.regex(
      /^[\w.+-]+\/[\w.+-]+(?:; ?[\w.-]+=[\w.+-]+)*$/,
      'Must be a media type such as application/zip',
    ),
  )

const sizeUpTo = (bytesMax: number) => z.int().check(z.minimum(1), z.maximum(bytesMax))

const newFile = {
  organizationId: z.nullish(organizationId),
  name: fileName,
  checksumSha256Base64: z.nullish(checksum),
  upload: uploadPlan,
  version: z.nullish(versionName),
}

const newImage = { ...newFile, mimeType: z.enum(imageTypes) }

const partsCoverIt = z.check<{
  readonly size: number
  readonly upload: z.output<typeof uploadPlan>
}>(({ value, issues }) => {
  // An invalid size has a refusal of its own.
  if (!Number.isInteger(value.size) || value.size < 1) return
  const fault = planFault(value.size, value.upload.parts)
  if (fault === null) return
  const { path, message } = fault
  issues.push({ code: 'custom', input: value, path: ['upload', 'parts', ...path], message })
})

const FileCreate = z.discriminatedUnion('service', [
  z
    .object({
      ...newFile,
      service: z.literal('downloadable'),
      mimeType,
      size: sizeUpTo(Number.MAX_SAFE_INTEGER),
    })
    .check(partsCoverIt),
  z
    .object({
      ...newImage,
      service: z.literal('product_media'),
      size: sizeUpTo(productMediaBytesMax),
    })
    .check(partsCoverIt),
  z
    .object({
      ...newFile,
      mimeType: z.enum(avatarTypes),
      service: z.literal('organization_avatar'),
      size: sizeUpTo(avatarBytesMax),
    })
    .check(partsCoverIt),
])

const FileUpload = z.object({
  ...fileFacts,
  service: z.enum(fileServices),
  upload: z.object({
    id: z.string(),
    path: z.string(),
    parts: z.array(
      z.object({
        number: z.int(),
        chunkStart: z.int(),
        chunkEnd: z.int(),
        checksumSha256Base64: z.nullable(z.string()),
        url: z.string(),
        expiresAt: instant,
        /** Must be sent with the part. */
        headers: z.record(z.string(), z.string()),
      }),
    ),
  }),
})

const FileUploadCompleted = z.object({
  id: z.string().check(z.maxLength(1024)),
  path: z.string().check(z.maxLength(1024)),
  parts: z
    .array(
      z.object({
        number: z.int(),
        checksumEtag: z.string().check(z.maxLength(200)),
        checksumSha256Base64: z.nullish(checksum),
      }),
    )
    .check(z.maxLength(1000)),
})

export const listFiles = operation({
  ...ofFiles,
  name: 'listFiles',
  reads: 'replica',
  method: 'GET',
  path: '/v1/files/',
  summary: 'List files',
  description: 'Uploaded files only.',
  may: mayRead,
  query: z.object({
    ...listing(['created_at'], ['-created_at']),
    organizationId: anyOf(organizationId),
    ids: anyOf(fileId),
  }),
  returns: listOf(FileRead),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const createFile = operation({
  ...ofFiles,
  name: 'createFile',
  method: 'POST',
  path: '/v1/files/',
  summary: 'Start the upload of a file',
  description:
    'Declares the parts of the file: each from `chunk_start` up to but excluding `chunk_end`, and ' +
    'each but the last at least 5 MiB. The response has a URL for each part, valid for ten minutes. ' +
    'PUT the bytes there with the given headers, and send the `ETag` of each response when you ' +
    'complete the upload.',
  may: mayWrite,
  bodyLimitBytes,
  body: FileCreate,
  returns: FileUpload,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, 'file_too_large', 'file_space_used_up'],
})

export const completeUpload = operation({
  ...ofFiles,
  name: 'completeUpload',
  method: 'POST',
  path: '/v1/files/:id/uploaded',
  summary: 'Complete the upload of a file',
  description:
    'Assembles the parts and verifies the size, the checksum and the type of images. A file that ' +
    'does not match is deleted. Completing an upload again has no effect.',
  may: mayWrite,
  bodyLimitBytes,
  params: ofOne,
  body: FileUploadCompleted,
  returns: FileRead,
  status: 200,
  refuses: [
    ...callRefusals,
    'not_found',
    'file_upload_unknown',
    'file_parts_differ',
    'file_part_missing',
    'file_bytes_wrong',
    'file_type_wrong',
  ],
})

const signed = z.object({
  expires: z.optional(z.string().check(z.maxLength(20))),
  signature: z.optional(z.string().check(z.maxLength(100))),
})

export const sendFilePart = operation({
  wire: 'billing',
  tag: 'Files',
  name: 'sendFilePart',
  method: 'PUT',
  path: '/v1/file-parts/:service/:organizationId/:id/:name/:number',
  summary: 'Upload a part of a file',
  description:
    'The URLs are returned at the start of an upload, and their signature is the only credential. ' +
    'The body is the raw bytes, which are verified against `x-amz-checksum-sha256`. The `ETag` of ' +
    'the response is required to complete the upload. If files are stored in a bucket, parts are ' +
    'uploaded there instead.',
  for: 'anyone',
  crossSite: true,
  streamsBody: true,
  idempotent: false,
  params: z.object({
    service: z.string(),
    organizationId: z.string(),
    id: z.string(),
    name: z.string(),
    number: z.string(),
  }),
  query: signed,
  returns: null,
  status: 200,
  refuses: [
    'not_found',
    'file_link_invalid',
    'file_link_expired',
    'file_part_length_wrong',
    'file_part_checksum_wrong',
  ],
})

export const updateFile = operation({
  ...ofFiles,
  name: 'updateFile',
  method: 'PATCH',
  path: '/v1/files/:id',
  summary: 'Update the name or version of a file',
  may: mayWrite,
  params: ofOne,
  body: z.object({ name: z.nullish(fileName), version: z.nullish(versionName) }),
  returns: FileRead,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const deleteFile = operation({
  ...ofFiles,
  name: 'deleteFile',
  method: 'DELETE',
  path: '/v1/files/:id',
  summary: 'Delete a file',
  description: 'Removes it from products and benefits, and deletes its bytes.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})
