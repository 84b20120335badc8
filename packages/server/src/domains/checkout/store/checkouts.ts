import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { composedOnce, written } from '../../../platform/database/composed-once.ts'
import type { CheckoutTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type CheckoutRow = Selectable<CheckoutTable>

export type CheckoutKey = Pick<CheckoutRow, 'organizationId' | 'id'>

/** A checkout, what it offers in its order, and where the clock of its organization is stopped. */
export interface FoundCheckout {
  readonly row: CheckoutRow
  readonly productIds: readonly Id<'product'>[]
  readonly frozenAt: Date | null
}

/** For a unit of work that goes on from there. */
export const placeOf = ({ row, frozenAt }: Pick<FoundCheckout, 'row' | 'frozenAt'>) => ({
  organizationId: row.organizationId,
  frozenAt,
})

const found = (db: Kysely<Tables>) =>
  db
    .selectFrom('checkout')
    .leftJoin('organizationClock as clock', 'clock.organizationId', 'checkout.organizationId')
    .selectAll('checkout')
    .select('clock.frozenAt')
    .select(offeredProducts.as('productIds'))

const offeredProducts = sql<Id<'product'>[]>`array(
  select o.product_id from checkout_product o
   where o.organization_id = checkout.organization_id and o.checkout_id = checkout.id
   order by o.position)`

type FoundRow = CheckoutRow & Omit<FoundCheckout, 'row'>

const asFound = (one: FoundRow | undefined): FoundCheckout | undefined => {
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
  asFound(
    await found(db)
      .where('checkout.organizationId', 'in', organizationIds)
      .where('checkout.id', '=', id)
      .executeTakeFirst(),
  )

/** The directory tells whose it is. */
export const findCheckoutWithSecret = async (
  db: Kysely<Tables>,
  hash: Buffer,
): Promise<FoundCheckout | undefined> => {
  const compose = () =>
    found(db)
      .innerJoin('secretDirectory as directory', (join) =>
        join
          .onRef('directory.organizationId', '=', 'checkout.organizationId')
          .onRef('directory.hash', '=', 'checkout.secretHash'),
      )
      .where('directory.hash', '=', hash)
      .compile()
  return asFound(await bySecret(db, { parameters: [hash], compose }))
}

const bySecret = composedOnce()

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

/** The same for whoever has seen it, and wants to know only that it is as it was. */
export async function lockIfUnchanged(
  tx: Transaction<Tables>,
  { organizationId, id, status, version }: Seen,
): Promise<boolean> {
  const { rows } = await sql<Pick<CheckoutRow, 'status' | 'version'>>`
    select status, version from checkout
     where organization_id = ${organizationId} and id = ${id}
       for no key update`.execute(tx)
  return rows[0]?.status === status && rows[0].version === version
}

type NewCheckout = Omit<
  Insertable<CheckoutTable>,
  'status' | 'version' | 'modifiedAt' | 'paymentId' | 'setUpId' | 'madeCustomerId'
>

/** Its secret must stand in the directory before. */
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
  const [row] = await Promise.all([
    insertion(tx, { ...written(checkout), compose }),
    tx.insertInto('checkoutProduct').values(offered).execute(),
  ])
  assert(row !== undefined, 'what is inserted is answered')
  return row
}

const insertion = composedOnce()

type Content = Omit<
  NewCheckout,
  'organizationId' | 'id' | 'secretHash' | 'secretKeyId' | 'createdAt' | 'expiresAt'
>

export type CheckoutChanges = Partial<
  Content & Pick<Insertable<CheckoutTable>, 'status' | 'paymentId' | 'setUpId' | 'madeCustomerId'>
>

interface Seen extends CheckoutKey {
  readonly status: string
  readonly version: number
}

/** What was decided holds for what was seen: nothing where somebody was faster. */
export function saveCheckout(
  tx: Transaction<Tables>,
  { organizationId, id, status, version }: Seen,
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
  const given = [...parameters, now, organizationId, id, status, version]
  return saving(tx, { shape, parameters: given, compose })
}

const saving = composedOnce()

interface Offered {
  readonly checkoutId: Id<'checkout'>
  readonly productId: Id<'product'>
}

/** What checkouts of one organization offer, each in its order. */
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

export const dueCheckoutsMax = 100

export type DueCheckout = Pick<
  CheckoutRow,
  'organizationId' | 'id' | 'status' | 'paymentId' | 'setUpId'
>

/** Some whose hour is over by the clock of their organization. */
export async function listDueCheckouts(db: Kysely<Tables>, now: Date): Promise<DueCheckout[]> {
  const { rows } = await sql<DueCheckout>`
    select c.organization_id as "organizationId", c.id, c.status, c.payment_id as "paymentId",
           c.set_up_id as "setUpId"
      from checkout c
      left join organization_clock o using (organization_id)
     where c.status in ('open', 'confirmed')
       and c.expires_at <= coalesce(o.frozen_at, ${now})
     order by c.expires_at
     limit ${dueCheckoutsMax}`.execute(db)
  return rows
}

interface Standing {
  readonly id: Id<'checkout'>
  readonly status: string
}

/** How checkouts stand that somebody watches, of whatever organization. */
export async function listStandings(
  db: Kysely<Tables>,
  keys: readonly CheckoutKey[],
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, status
      from checkout
      join unnest(${keys.map((key) => key.organizationId)}::uuid[],
                  ${keys.map(({ id }) => id)}::uuid[]) as watched (organization_id, id)
     using (organization_id, id)`.execute(db)
  return rows
}
