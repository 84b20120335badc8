import { logo, organizationName, slug } from '@guildhall/contract/organizations/shapes'
import { mistakeIn, rule, text } from '#/lib/form-schema.ts'
import { webAddress } from '#/lib/web-address.ts'

export const nameSchema = text(organizationName, { empty: 'Enter a name.' })

export const slugSchema = text(slug, {
  empty: 'Enter a slug.',
  format: 'Use the letters a to z, digits and hyphens only.',
})

const pictureAddress = webAddress(logo)

/** The URL of its picture; empty for none. */
export const logoSchema = rule<string>((typed) =>
  isUploaded(typed.trim()) ? null : mistakeIn(pictureAddress, typed),
)

/** Uploads are stored at this server, which may lack https in development. */
function isUploaded(address: string): boolean {
  return typeof location !== 'undefined' && address.startsWith(`${location.origin}/`)
}
