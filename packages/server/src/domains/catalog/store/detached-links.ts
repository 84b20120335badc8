import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** Something that products have, and have no longer. */
export type Detached =
  | { readonly benefitId: Id<'benefit'> }
  | { readonly customFieldId: Id<'customField'> }
  | { readonly fileId: Id<'file'> }

interface LinkTable {
  readonly table: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  readonly id: string
}

function tableOf(detached: Detached): LinkTable {
  if ('benefitId' in detached) {
    return { table: sql`product_benefit`, column: sql`benefit_id`, id: detached.benefitId }
  }
  if ('fileId' in detached) {
    return { table: sql`product_media`, column: sql`file_id`, id: detached.fileId }
  }
  const id = detached.customFieldId
  return { table: sql`product_custom_field`, column: sql`custom_field_id`, id }
}

/**
 * Takes it away from every product that has it, and answers which these are. They are locked in the
 * order of their ids, so that two that are taken away at once wait for one another in a line.
 */
export async function detachEverywhere(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  detached: Detached,
): Promise<Id<'product'>[]> {
  const { table, column, id } = tableOf(detached)
  await sql`
    select from product
     where organization_id = ${organizationId}
       and id in (select product_id from ${table}
                   where organization_id = ${organizationId} and ${column} = ${id})
     order by id
       for no key update`.execute(tx)
  const { rows } = await sql<{ productId: Id<'product'> }>`
    delete from ${table}
     where organization_id = ${organizationId} and ${column} = ${id}
    returning product_id as "productId"`.execute(tx)
  return rows.map(({ productId }) => productId)
}
