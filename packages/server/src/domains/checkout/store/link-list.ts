import type { listCheckoutLinks as contract } from '@guildhall/contract/checkout/links'
import type { QueryOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'
import type { LinkRow } from './links.ts'

export function listLinks(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { query, productId, ...listing }: QueryOf<typeof contract>,
): Promise<Page<LinkRow>> {
  const words = containing(query ?? '')
  const matching = db
    .selectFrom('checkoutLink')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .$if(productId !== undefined, (of) =>
      of.where((eb) => eb.exists(productsOffered(eb).where('product.id', 'in', productId ?? []))),
    )
    .$if(query !== undefined, (of) =>
      of.where((eb) =>
        eb.or([
          eb('label', 'ilike', words),
          eb.exists(productsOffered(eb).where('product.name', 'ilike', words)),
        ]),
      ),
    )
  return listPage(db, matching, listing, {
    columns: {
      created_at: 'createdAt',
      label: sql`lower(label)`,
      success_url: 'successUrl',
      allow_discount_codes: 'allowDiscountCodes',
    },
    nullable: ['label', 'success_url'],
    id: 'id',
  })
}

/** By the link of a row. */
const productsOffered = (eb: ExpressionBuilder<Tables, 'checkoutLink'>) =>
  eb
    .selectFrom('checkoutLinkProduct as offered')
    .innerJoin('product', (join) =>
      join
        .onRef('product.organizationId', '=', 'offered.organizationId')
        .onRef('product.id', '=', 'offered.productId'),
    )
    .select('product.id')
    .whereRef('offered.organizationId', '=', 'checkoutLink.organizationId')
    .whereRef('offered.checkoutLinkId', '=', 'checkoutLink.id')
