import { emailAddress } from '@guildhall/contract/identity/email-address'
import {
  isOfPlatform,
  updateSellerOrganization,
} from '@guildhall/contract/organizations/seller-organizations'
import * as z from 'zod/mini'
import { logoSchema, nameSchema, slugSchema } from '#/features/organizations/profile-rules.ts'
import { type FieldSchemas, mistakeIn, text } from '#/lib/form-schema.ts'
import { webAddress } from '#/lib/web-address.ts'
import type { Profile, SocialLink } from './profile.ts'
import { platformNames } from './social-platforms.ts'

const website = webAddress(updateSellerOrganization.body.shape.website)

const socialLink = z.custom<SocialLink>().check(({ value, issues }) => {
  const message = linkMistake(value)
  if (message !== null) issues.push({ code: 'custom', input: value, path: ['url'], message })
})

export const profileSchema = {
  name: nameSchema,
  slug: slugSchema,
  logo: logoSchema,
  email: text(emailAddress, { format: 'This isn’t an email address.' }),
  website,
  socials: z.array(socialLink),
} satisfies FieldSchemas<Profile>

function linkMistake({ platform, url }: SocialLink): string | null {
  const address = url.trim()
  if (address === '') return 'Enter the URL, or remove this link.'
  const mistake = mistakeIn(website, address)
  if (mistake !== null || isOfPlatform({ platform, url: address })) return mistake
  return `This URL is not on ${platformNames[platform]}. Choose another platform.`
}
