import { currency, id } from '@guildhall/contract/primitives'
import type { SalePosting } from '../src/domains/ledger/actions/post-entries.ts'
import { type MinorUnits, minorUnits } from '../src/kernel/money.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/ids.ts'
import { runUnitOfWork, type UnitOfWork } from '../src/platform/unit-of-work.ts'
import type { OwnedOrganization } from './owned-organization.ts'

interface Sale extends Omit<SalePosting, 'taxes'> {
  readonly paymentId: NonNullable<SalePosting['paymentId']>
  readonly taxAmount: MinorUnits
  readonly taxPlace: string | null
}

/** A sale for 100.00 and 19.00 of German tax, without an order. */
export function newSale(
  { id: organization }: Pick<OwnedOrganization, 'id'>,
  overrides: Partial<Sale> = {},
): Sale & Pick<SalePosting, 'taxes'> {
  const sale = {
    organizationId: id('organization').parse(organization),
    orderId: newId('order'),
    paymentId: newId('payment'),
    currency: currency.parse('eur'),
    netAmount: minorUnits(10_000),
    taxAmount: minorUnits(1_900),
    taxPlace: 'DE',
    appliedAmount: minorUnits(0),
    occurredAt: new Date('2026-03-01T12:00:00Z'),
    ...overrides,
  }
  return { ...sale, taxes: [{ place: sale.taxPlace, amount: sale.taxAmount }] }
}

/** Posts as the calling domains do, in a transaction of its own. */
export const book = (database: Database, task: (uow: UnitOfWork) => Promise<void>): Promise<void> =>
  runUnitOfWork({ database, clock: systemClock, wake: () => undefined }, {}, task)
