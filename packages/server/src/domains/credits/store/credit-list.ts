import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type {
  listCreditLots as listLotsContract,
  listCreditMovements as listMovementsContract,
} from '@guildhall/contract/usage/credits'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { CreditMovementTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { LotRow } from './facts.ts'

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** As they were when their accounts were decided about; open as of this instant. */
export const listLots = (
  db: Kysely<Tables>,
  { organizationId, customerId }: OfCustomer,
  { meterId, isOpen, now, ...listing }: QueryOf<typeof listLotsContract> & { readonly now: Date },
): Promise<Page<LotRow>> => {
  const isOpenNow = sql<boolean>`closed_by is null and (expires_at is null or expires_at > ${now})`
  const matching = db
    .selectFrom('creditLot')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .$if(meterId !== undefined, (of) => of.where('meterId', 'in', meterId ?? []))
    .$if(isOpen !== undefined, (of) =>
      of.where(isOpen === true ? isOpenNow : sql<boolean>`not (${isOpenNow})`),
    )
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', expires_at: 'expiresAt' },
    nullable: ['expires_at'],
    id: 'id',
  })
}

export const findLot = (
  db: Kysely<Tables>,
  { organizationId, id }: Pick<LotRow, 'organizationId' | 'id'>,
): Promise<LotRow | undefined> =>
  db
    .selectFrom('creditLot')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export const findLots = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'creditLot'>[],
): Promise<LotRow[]> =>
  db
    .selectFrom('creditLot')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<Id<'creditLot'>>`any(${ids}::uuid[])`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export interface MovementRow extends Omit<Selectable<CreditMovementTable>, 'startsAt'> {
  /** Null where nothing was burned, and outside of subscriptions. */
  readonly periodStart: Date | null
}

export const listMovements = (
  db: Kysely<Tables>,
  { organizationId, customerId }: OfCustomer,
  { meterId, lotId, type, ...listing }: QueryOf<typeof listMovementsContract>,
): Promise<Page<MovementRow>> => {
  const matching = db
    .selectFrom('creditMovement')
    .select([
      'organizationId',
      'id',
      'customerId',
      'meterId',
      'cause',
      'position',
      'kind',
      'lotId',
      'units',
      'balance',
      'subscriptionId',
      'reason',
      'createdAt',
      sql<Date | null>`nullif(starts_at, '-infinity')`.as('periodStart'),
    ])
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .$if(meterId !== undefined, (of) => of.where('meterId', 'in', meterId ?? []))
    .$if(lotId !== undefined, (of) => of.where('lotId', 'in', lotId ?? []))
    .$if(type !== undefined, (of) => of.where('kind', 'in', type ?? []))
  return listPage(db, matching, listing, { columns: { created_at: 'createdAt' }, id: 'id' })
}
