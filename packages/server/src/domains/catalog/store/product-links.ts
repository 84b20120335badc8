import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { ProductKey } from './products.ts'

export interface LinkTo<K extends string> {
  readonly productId: Id<'product'>
  readonly id: Id<K>
}

export interface AttachedField {
  readonly id: Id<'customField'>
  readonly isRequired: boolean
}

type FieldLink = LinkTo<'customField'> & AttachedField

/** What belongs to each product, in the seller’s order. */
interface ProductLinks {
  readonly benefits: readonly LinkTo<'benefit'>[]
  readonly medias: readonly LinkTo<'file'>[]
  readonly customFields: readonly FieldLink[]
}

type LinkRow =
  | (LinkTo<'benefit'> & { readonly kind: 'benefit' })
  | (LinkTo<'file'> & { readonly kind: 'media' })
  | (FieldLink & { readonly kind: 'field' })

/** One statement for all of them. */
export async function listLinksOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  productIds: readonly Id<'product'>[],
): Promise<ProductLinks> {
  const { rows } = await sql<LinkRow>`
    with wanted as (select ${organizationId}::uuid as organization_id,
                           unnest(${productIds}::uuid[]) as product_id)
    select 'benefit' as kind, product_id as "productId", benefit_id as id,
           null::boolean as "isRequired", position
      from product_benefit join wanted using (organization_id, product_id)
    union all
    select 'media', product_id, file_id, null, position
      from product_media join wanted using (organization_id, product_id)
    union all
    select 'field', product_id, custom_field_id, is_required, position
      from product_custom_field join wanted using (organization_id, product_id)
     order by position`.execute(db)
  return {
    benefits: rows.filter((row) => row.kind === 'benefit'),
    medias: rows.filter((row) => row.kind === 'media'),
    customFields: rows.filter((row) => row.kind === 'field'),
  }
}

export async function attachMedias(
  tx: Transaction<Tables>,
  { organizationId, id: productId }: ProductKey,
  fileIds: readonly Id<'file'>[],
): Promise<void> {
  if (fileIds.length === 0) return
  const rows = fileIds.map((fileId, position) => ({ organizationId, productId, fileId, position }))
  await tx.insertInto('productMedia').values(rows).execute()
}

export async function attachCustomFields(
  tx: Transaction<Tables>,
  { organizationId, id: productId }: ProductKey,
  fields: readonly AttachedField[],
): Promise<void> {
  if (fields.length === 0) return
  const rows = fields.map(({ id: customFieldId, isRequired }, position) => ({
    organizationId,
    productId,
    customFieldId,
    position,
    isRequired,
  }))
  await tx.insertInto('productCustomField').values(rows).execute()
}

export async function attachBenefits(
  tx: Transaction<Tables>,
  { organizationId, id: productId }: ProductKey,
  benefitIds: readonly Id<'benefit'>[],
): Promise<void> {
  if (benefitIds.length === 0) return
  const rows = benefitIds.map((benefitId, position) => ({
    organizationId,
    productId,
    benefitId,
    position,
  }))
  await tx.insertInto('productBenefit').values(rows).execute()
}

type LinkTable = 'productMedia' | 'productCustomField' | 'productBenefit'

/** Everything that a product has of a kind. */
export async function detachAll(
  tx: Transaction<Tables>,
  table: LinkTable,
  { organizationId, id }: ProductKey,
): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('organizationId', '=', organizationId)
    .where('productId', '=', id)
    .execute()
}
