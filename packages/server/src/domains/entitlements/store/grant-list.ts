import type { listGrants as contract } from '@guildhall/contract/entitlements/grants'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { GrantRow } from './grants.ts'

type Filters = Omit<QueryOf<typeof contract>, 'organizationId'>

/** One page of an organization’s grants. */
export function listGrants(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<GrantRow>> {
  const { isGranted, customerId, benefitId, subscriptionId, orderId, status } = filters
  const matching = db
    .selectFrom('benefitGrant')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(isGranted !== undefined, (of) =>
      of.where('status', isGranted === true ? '=' : '<>', 'granted'),
    )
    .$if(customerId !== undefined, (of) => of.where('customerId', 'in', customerId ?? []))
    .$if(benefitId !== undefined, (of) => of.where('benefitId', 'in', benefitId ?? []))
    .$if(subscriptionId !== undefined, (of) =>
      of.where('subscriptionId', 'in', subscriptionId ?? []),
    )
    .$if(orderId !== undefined, (of) => of.where('orderId', 'in', orderId ?? []))
    .$if(status !== undefined, (of) => of.where('status', 'in', status ?? []))
  const listing = { page, limit, sorting }
  return listPage(db, matching, listing, { columns: { created_at: 'createdAt' }, id: 'id' })
}
