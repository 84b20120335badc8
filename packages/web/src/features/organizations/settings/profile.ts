import type { BodyInput } from '@guildhall/contract/operation'
import type { updateOrganization } from '@guildhall/contract/organizations/organizations'
import type { updateSellerOrganization } from '@guildhall/contract/organizations/seller-organizations'
import type { Path } from 'react-hook-form'
import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import type { Seller } from '#/entities/organization/seller-query.ts'

/** As typed; omitted values are empty. */
export interface Profile {
  name: string
  slug: string
  logo: string
  email: string
  website: string
  socials: SocialLink[]
}

export type SocialLink = Seller['socials'][number]
type AccountChanges = BodyInput<typeof updateOrganization>['data']
type SellerChanges = Pick<
  BodyInput<typeof updateSellerOrganization>,
  'email' | 'website' | 'socials'
>

export function profileOf({ name, slug, logo }: OwnOrganization, seller: Seller): Profile {
  const { email, website, socials } = seller
  return { name, slug, logo: logo ?? '', email: email ?? '', website: website ?? '', socials }
}

/** Sends only changed fields, so that concurrent changes are not overwritten. */
export function accountChanges(before: Profile, typed: Profile): AccountChanges {
  const name = typed.name.trim()
  const logo = typed.logo.trim()
  return {
    ...(name !== before.name && { name }),
    ...(typed.slug !== before.slug && { slug: typed.slug }),
    ...(logo !== before.logo && { logo }),
  }
}

export function sellerChanges(before: Profile, typed: Profile): SellerChanges {
  const email = typed.email.trim()
  const website = typed.website.trim()
  const socials = typed.socials.map(({ platform, url }) => ({ platform, url: url.trim() }))
  return {
    ...(email !== before.email && { email: email === '' ? null : email }),
    ...(website !== before.website && { website: website === '' ? null : website }),
    ...(!areSame(socials, before.socials) && { socials }),
  }
}

function areSame(some: readonly SocialLink[], others: readonly SocialLink[]): boolean {
  const isSame = ({ platform, url }: SocialLink, index: number) =>
    others[index]?.platform === platform && others[index]?.url === url
  return some.length === others.length && some.every(isSame)
}

/** The form field of a fault in the seller’s part, by its path on the wire. */
export function profileField(path: readonly (string | number)[]): Path<Profile> | null {
  const [field, index] = path
  if (field === 'email' || field === 'website') return field
  return field === 'socials' && typeof index === 'number' ? `socials.${index}.url` : null
}
