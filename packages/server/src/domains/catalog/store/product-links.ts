import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { ProductKey, ProductRow } from './products.ts'

export interface LinkTo<K extends string> {
  readonly productId: Id<'product'>
  readonly id: Id<K>
}

export interface AttachedField {
  readonly id: Id<'customField'>
  readonly isRequired: boolean
}

type FieldLink = LinkTo<'customField'> & AttachedField

/** The links of several products, each product's in the seller's order. */
export interface ProductLinks {
  readonly benefits: readonly LinkTo<'benefit'>[]
  readonly medias: readonly LinkTo<'file'>[]
  readonly customFields: readonly FieldLink[]
}

type LinkRow =
  | (LinkTo<'benefit'> & { readonly kind: 'benefit' })
  | (LinkTo<'file'> & { readonly kind: 'media' })
  | (FieldLink & { readonly kind: 'field' })

export async function listLinksOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  productIds: readonly Id<'product'>[],
): Promise<ProductLinks> {
  const { rows } = await sql<LinkRow>`
    with requested as (select unnest(${productIds}::uuid[]) as product_id)
    select 'benefit' as kind, product_id as "productId", benefit_id as id,
           null::boolean as "isRequired", position
      from product_benefit join requested using (product_id)
     where organization_id = ${organizationId}
    union all
    select 'media', product_id, file_id, null, position
      from product_media join requested using (product_id)
     where organization_id = ${organizationId}
    union all
    select 'field', product_id, custom_field_id, is_required, position
      from product_custom_field join requested using (product_id)
     where organization_id = ${organizationId}
     order by position`.execute(db)
  return {
    benefits: rows.filter((row) => row.kind === 'benefit'),
    medias: rows.filter((row) => row.kind === 'media'),
    customFields: rows.filter((row) => row.kind === 'field'),
  }
}

interface FoundProducts {
  readonly rows: readonly ProductRow[]
  readonly links: ProductLinks
}

interface LinkedIds {
  readonly benefitIds: readonly Id<'benefit'>[]
  readonly fileIds: readonly Id<'file'>[]
  readonly fieldIds: readonly Id<'customField'>[]
  readonly fieldsRequired: readonly boolean[]
}

/** Products with their links in one statement; unknown ids are left out. */
export async function findLinkedProducts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'product'>[],
): Promise<FoundProducts> {
  const { rows: found } = await sql<ProductRow & LinkedIds>`
    select p.*,
           array(select benefit_id from product_benefit b
                  where b.organization_id = ${organizationId} and b.product_id = p.id
                  order by position) as benefit_ids,
           array(select file_id from product_media m
                  where m.organization_id = ${organizationId} and m.product_id = p.id
                  order by position) as file_ids,
           array(select custom_field_id from product_custom_field f
                  where f.organization_id = ${organizationId} and f.product_id = p.id
                  order by position) as field_ids,
           array(select is_required from product_custom_field f
                  where f.organization_id = ${organizationId} and f.product_id = p.id
                  order by position) as fields_required
      from product p
     where p.organization_id = ${organizationId} and p.id = any(${ids}::uuid[])`.execute(db)
  return {
    rows: found,
    links: {
      benefits: found.flatMap(({ id: productId, benefitIds }) =>
        benefitIds.map((id) => ({ productId, id })),
      ),
      medias: found.flatMap(({ id: productId, fileIds }) =>
        fileIds.map((id) => ({ productId, id })),
      ),
      customFields: found.flatMap(({ id: productId, fieldIds, fieldsRequired }) =>
        fieldIds.map((id, place) => ({
          productId,
          id,
          isRequired: fieldsRequired[place] === true,
        })),
      ),
    },
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

/** Something that products can have. */
export type LinkedItem =
  | { readonly benefitId: Id<'benefit'> }
  | { readonly customFieldId: Id<'customField'> }
  | { readonly fileId: Id<'file'> }

interface LinkTableOfItem {
  readonly table: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  readonly id: string
}

function linkTableOf(item: LinkedItem): LinkTableOfItem {
  if ('benefitId' in item) {
    return { table: sql`product_benefit`, column: sql`benefit_id`, id: item.benefitId }
  }
  if ('fileId' in item) {
    return { table: sql`product_media`, column: sql`file_id`, id: item.fileId }
  }
  const id = item.customFieldId
  return { table: sql`product_custom_field`, column: sql`custom_field_id`, id }
}

/** Returns the products that had the item. They are locked by id first, to prevent deadlocks. */
export async function unlinkFromProducts(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  item: LinkedItem,
): Promise<Id<'product'>[]> {
  const { table, column, id } = linkTableOf(item)
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
