import type { listBenefits as contract } from '@guildhall/contract/benefits/benefits'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Page,
} from '../../../platform/database/listing.ts'
import { type BenefitRow, existingBenefits } from './benefits.ts'

export function listBenefits(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { type, query, metadata, ...listing }: QueryOf<typeof contract>,
): Promise<Page<BenefitRow>> {
  const matching = existingBenefits(db, organizationId)
    .$if(type !== undefined, (of) => of.where('type', 'in', type ?? []))
    .$if(query !== undefined, (of) => of.where('description', 'ilike', containing(query ?? '')))
    .where((one) => one.and(metadataMatches(one.ref('metadata'), metadata)))
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', description: 'description' },
    id: 'id',
  })
}
