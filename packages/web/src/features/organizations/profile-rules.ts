import { logo, organizationName, slug } from '@guildhall/contract/organizations/shapes'
import { pictureAddress } from '#/entities/file/picture-address.ts'
import { text } from '#/lib/form-schema.ts'

export const nameSchema = text(organizationName, { empty: 'Enter a name.' })

export const slugSchema = text(slug, {
  empty: 'Enter a slug.',
  format: 'Use the letters a to z, digits and hyphens only.',
})

/** The URL of its picture; empty for none. */
export const logoSchema = pictureAddress(logo)
