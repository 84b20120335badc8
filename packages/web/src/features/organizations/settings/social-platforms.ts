import type { socialPlatforms } from '@guildhall/contract/organizations/seller'

/** The official spellings. */
export const platformNames: Readonly<Record<(typeof socialPlatforms)[number], string>> = {
  x: 'X',
  github: 'GitHub',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  other: 'Other',
}
