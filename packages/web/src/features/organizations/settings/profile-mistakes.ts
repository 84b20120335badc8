import { emailAddress } from '@guildhall/contract/identity/email-address'
import { isOfPlatform } from '@guildhall/contract/organizations/seller-organizations'
import * as z from 'zod/mini'
import { webAddressMistake } from '../../../lib/web-address.ts'
import type { SocialLink } from './profile.ts'
import { platformNames } from './social-platforms.ts'

const addressLengthMax = 2083

/** Why this can't be the address of a website, or null; empty is none. */
export function websiteMistake(website: string): string | null {
  return webAddressMistake(website.trim(), addressLengthMax)
}

export function socialLinkMistake({ platform, url }: SocialLink): string | null {
  const address = url.trim()
  if (address === '') return 'Enter the address, or remove this link.'
  const mistake = websiteMistake(address)
  if (mistake !== null || isOfPlatform({ platform, url: address })) return mistake
  return `This isn’t an address at ${platformNames[platform]}. Choose another platform.`
}

/** Why this can't be an e-mail address, or null; empty is none. */
export function emailMistake(email: string): string | null {
  const address = email.trim()
  if (address === '' || z.safeParse(emailAddress, address).success) return null
  return 'This isn’t an e-mail address.'
}
