import type { listCheckouts as contract } from '@guildhall/contract/checkout/checkouts'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { compiledOnce, written } from '../../../platform/database/compiled-once.ts'
import type { CheckoutTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'
import { isOfOrganization, organizationsOf } from '../../../platform/database/of-organization.ts'

export type CheckoutRow = Selectable<CheckoutTable>

export type CheckoutKey = Pick<CheckoutRow, 'organizationId' | 'id'>

/**
 * A checkout with its products in order; `frozenAt` is set where the organization's clock is
 * stopped.
 */
export interface FoundCheckout {
  readonly row: CheckoutRow
  readonly productIds: readonly Id<'product'>[]
  readonly frozenAt: Date | null
}

/** The scope of a unit of work about it, which saves reading the clock again. */
export const scopeOf = ({ row, frozenAt }: Pick<FoundCheckout, 'row' | 'frozenAt'>) => ({
  organizationId: row.organizationId,
  frozenAt,
})

const withProductsAndClock = (db: Kysely<Tables>, organizationIds: readonly Id<'organization'>[]) =>
  db
    .selectFrom('checkout')
    .leftJoin('frozenClock as clock', 'clock.organizationId', 'checkout.organizationId')
    .selectAll('checkout')
    .select('clock.frozenAt')
    .select(offeredProducts(organizationIds).as('productIds'))

const offeredProducts = (organizationIds: readonly Id<'organization'>[]) => sql<
  Id<'product'>[]
>`array(
  select o.product_id from checkout_product o
   where ${isOfOrganization({ alias: 'o', row: 'checkout', organizationIds })}
     and o.checkout_id = checkout.id
   order by o.position)`

type FoundRow = CheckoutRow & Omit<FoundCheckout, 'row'>

const toFound = (one: FoundRow | undefined): FoundCheckout | undefined => {
  if (one === undefined) return undefined
  const { frozenAt, productIds, ...row } = one
  return { row, productIds, frozenAt }
}

/** In any of these organizations. */
export const findCheckoutIn = async (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'checkout'>,
): Promise<FoundCheckout | undefined> =>
  toFound(
    await withProductsAndClock(db, organizationIds)
      .where('checkout.organizationId', 'in', organizationIds)
      .where('checkout.id', '=', id)
      .executeTakeFirst(),
  )

/** In one step, for which the checkout has to be where the directory of secrets is. */
export const findCheckoutWithSecret = async (
  db: Kysely<Tables>,
  hash: Buffer,
): Promise<FoundCheckout | undefined> => {
  const compose = () =>
    withProductsAndClock(db, [])
      .innerJoin('secretOwner as directory', (join) =>
        join
          .onRef('directory.organizationId', '=', 'checkout.organizationId')
          .onRef('directory.hash', '=', 'checkout.secretHash'),
      )
      .where('directory.hash', '=', hash)
      .compile()
  return toFound(await bySecret(db, { parameters: [hash], compose }))
}

const bySecret = compiledOnce()

export const findCheckoutOfOwner = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  hash: Buffer,
): Promise<FoundCheckout | undefined> => {
  const compose = () =>
    withProductsAndClock(db, [organizationId])
      .where('checkout.organizationId', '=', organizationId)
      .where('checkout.secretHash', '=', hash)
      .compile()
  const parameters = [organizationId, organizationId, hash]
  return toFound(await ofOwner(db, { parameters, compose }))
}

const ofOwner = compiledOnce()

export const lockCheckout = (
  tx: Transaction<Tables>,
  { organizationId, id }: CheckoutKey,
): Promise<CheckoutRow | undefined> =>
  tx
    .selectFrom('checkout')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whether a checkout, now locked, is as it was read. */
export async function lockIfUnchanged(
  tx: Transaction<Tables>,
  { organizationId, id, status, version }: ReadState,
): Promise<boolean> {
  const { rows } = await sql<Pick<CheckoutRow, 'status' | 'version'>>`
    select status, version from checkout
     where organization_id = ${organizationId} and id = ${id}
       for no key update`.execute(tx)
  return rows[0]?.status === status && rows[0].version === version
}

type NewCheckout = Omit<
  Insertable<CheckoutTable>,
  | 'status'
  | 'version'
  | 'modifiedAt'
  | 'paymentId'
  | 'setUpId'
  | 'createdCustomerId'
  | 'appliedBalanceAmount'
  | 'balanceOrderId'
>

/** Its secret must be indexed before. */
export async function insertCheckout(
  tx: Transaction<Tables>,
  checkout: NewCheckout,
  productIds: readonly Id<'product'>[],
): Promise<CheckoutRow> {
  const { organizationId, id: checkoutId } = checkout
  const offered = productIds.map((productId, position) => ({
    organizationId,
    checkoutId,
    productId,
    position,
  }))
  const compose = () => tx.insertInto('checkout').values(checkout).returningAll().compile()
  const [row] = await inOrder(tx, [
    () => insertion(tx, { ...written(checkout), compose }),
    () => tx.insertInto('checkoutProduct').values(offered).execute(),
  ])
  assert(row !== undefined, 'an insert returns its row')
  return row
}

const insertion = compiledOnce()

type Content = Omit<
  NewCheckout,
  'organizationId' | 'id' | 'secretHash' | 'secretKeyId' | 'createdAt' | 'expiresAt'
>

export type CheckoutChanges = Partial<
  Content &
    Pick<
      Insertable<CheckoutTable>,
      | 'status'
      | 'paymentId'
      | 'setUpId'
      | 'createdCustomerId'
      | 'appliedBalanceAmount'
      | 'balanceOrderId'
    >
>

interface ReadState extends CheckoutKey {
  readonly status: string
  readonly version: number
}

/** Undefined where it changed since it was read, because the decision may no longer hold. */
export function saveCheckout(
  tx: Transaction<Tables>,
  { organizationId, id, status, version }: ReadState,
  changes: CheckoutChanges,
  now: Date,
): Promise<CheckoutRow | undefined> {
  const { shape, parameters } = written(changes)
  const compose = () =>
    tx
      .updateTable('checkout')
      .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .where('status', '=', status)
      .where('version', '=', version)
      .returningAll()
      .compile()
  const bound = [...parameters, now, organizationId, id, status, version]
  return saving(tx, { shape, parameters: bound, compose })
}

const saving = compiledOnce()

interface Offered {
  readonly checkoutId: Id<'checkout'>
  readonly productId: Id<'product'>
}

/** The products of checkouts of one organization, each in order. */
export const listOfferedProducts = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  checkoutIds: readonly Id<'checkout'>[],
): Promise<Offered[]> =>
  db
    .selectFrom('checkoutProduct')
    .select(['checkoutId', 'productId'])
    .where('organizationId', '=', organizationId)
    .where('checkoutId', '=', sql<Id<'checkout'>>`any(${checkoutIds}::uuid[])`)
    .orderBy('position')
    .execute()

interface CheckoutStatus {
  readonly id: Id<'checkout'>
  readonly status: string
}

/** The statuses of checkouts of any organizations. */
export async function listStatuses(
  db: Kysely<Tables>,
  keys: readonly CheckoutKey[],
): Promise<CheckoutStatus[]> {
  const organizationIds = organizationsOf(keys)
  const { rows } = await sql<CheckoutStatus>`
    select checkout.id, status
      from checkout
      join unnest(${keys.map((key) => key.organizationId)}::uuid[],
                  ${keys.map(({ id }) => id)}::uuid[]) as watched (organization_id, id)
        on ${isOfOrganization({ alias: 'checkout', row: 'watched', organizationIds })}
       and checkout.id = watched.id`.execute(db)
  return rows
}

/** The stopped clock of an organization; null while it runs. */
export async function findFrozenAt(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Date | null> {
  const row = await db
    .selectFrom('frozenClock')
    .select('frozenAt')
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return row?.frozenAt ?? null
}

export function listCheckouts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { productId, customerId, status, query, currency, ...asked }: QueryOf<typeof contract>,
): Promise<Page<CheckoutRow>> {
  const { createdAfter, createdBefore, ...listing } = asked
  const matching = db
    .selectFrom('checkout')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(productId !== undefined, (of) => of.where('productId', 'in', productId ?? []))
    .$if(customerId !== undefined, (of) => of.where('customerId', 'in', customerId ?? []))
    .$if(status !== undefined, (of) => of.where('status', 'in', status ?? []))
    .$if(currency !== undefined, (of) => of.where('currency', 'in', currency ?? []))
    .where((one) =>
      one.and([
        ...(createdAfter ? [one('createdAt', '>=', createdAfter)] : []),
        ...(createdBefore ? [one('createdAt', '<', createdBefore)] : []),
      ]),
    )
    .$if(query !== undefined, (of) => of.where('customerEmail', 'ilike', containing(query ?? '')))
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', expires_at: 'expiresAt', status: 'status' },
    id: 'id',
  })
}
