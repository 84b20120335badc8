import { currency, id } from '@guildhall/contract/primitives'
import type * as ledger from '../src/domains/ledger/index.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/ids.ts'
import { type Work, work } from '../src/platform/work.ts'
import type { Founded } from './founding.ts'

type Sale = Parameters<typeof ledger.postPayment>[1]

/** Something sold for 100.00 and 19.00 of German tax, as no order stands behind it. */
export const newSale = ({ id: organization }: Pick<Founded, 'id'>, wish: Partial<Sale> = {}) => ({
  organizationId: id('organization').parse(organization),
  orderId: newId('order'),
  paymentId: newId('payment'),
  currency: currency.parse('eur'),
  netAmount: minorUnits(10_000),
  taxAmount: minorUnits(1_900),
  taxPlace: 'DE',
  occurredAt: new Date('2026-03-01T12:00:00Z'),
  ...wish,
})

/** Books something as the domains to the right do, in a transaction of its own. */
export const book = (database: Database, task: (unit: Work) => Promise<void>): Promise<void> =>
  work({ database, clock: systemClock, wake: () => undefined }, {}, task)
