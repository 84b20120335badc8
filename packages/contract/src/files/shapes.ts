import * as z from 'zod/mini'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'

export const fileId = id('file')

/** The purpose of a file, which decides who may see it and which types are allowed. */
export const fileServices = ['downloadable', 'product_media', 'organization_avatar'] as const

export type FileService = (typeof fileServices)[number]

/** Image types that every browser shows. */
export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/svg+xml',
] as const

/** Without drawings, which can contain scripts. */
export const avatarTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** The fields of every file. */
export const fileFacts = {
  id: fileId,
  organizationId,
  name: z.string(),
  path: z.string(),
  mimeType: z.string(),
  size: z.int(),
  storageVersion: z.nullable(z.string()),
  checksumEtag: z.nullable(z.string()),
  checksumSha256Base64: z.nullable(z.string()),
  checksumSha256Hex: z.nullable(z.string()),
  lastModifiedAt: z.nullable(instant),
  version: z.nullable(z.string()),
  isUploaded: z.boolean(),
  sizeReadable: z.string(),
}

const readFacts = { ...fileFacts, createdAt: instant }

export const DownloadableFile = z.object({ ...readFacts, service: z.literal('downloadable') })

/** A public image of a product. */
export const ProductMediaFile = z.object({
  ...readFacts,
  service: z.literal('product_media'),
  publicUrl: z.string(),
})

const OrganizationAvatarFile = z.object({
  ...readFacts,
  service: z.literal('organization_avatar'),
  publicUrl: z.string(),
})

export const FileRead = z.discriminatedUnion('service', [
  DownloadableFile,
  ProductMediaFile,
  OrganizationAvatarFile,
])
