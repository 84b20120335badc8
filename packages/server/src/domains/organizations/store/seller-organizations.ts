import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type Listing, listPage, type Page } from '../../../platform/database/listing.ts'
import type { OrganizationRow } from './organizations.ts'

/** One organization, or all that a user is a member of. */
export type Whose =
  | { readonly organizationId: Id<'organization'> }
  | { readonly userId: Id<'user'> }

type OrganizationSortKey = 'created_at' | 'name' | 'slug'

export function listSellerOrganizations(
  db: Kysely<Tables>,
  whose: Whose,
  { slug, ...listing }: Listing<OrganizationSortKey> & { readonly slug?: string | undefined },
): Promise<Page<OrganizationRow>> {
  const all = db.selectFrom('organization').selectAll()
  const theirs =
    'organizationId' in whose
      ? all.where('id', '=', whose.organizationId)
      : all.where('id', 'in', (of) =>
          of.selectFrom('member').select('organizationId').where('userId', '=', whose.userId),
        )
  const matching = slug === undefined ? theirs : theirs.where('slug', '=', slug)
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', name: 'name', slug: 'slug' },
    id: 'id',
  })
}
