import { currency, type Id } from '@guildhall/contract/primitives'
import { minorUnits } from '../src/kernel/money.ts'
import { jsonText } from '../src/platform/database/json.ts'
import { newId } from '../src/platform/ids.ts'
import type { Shop } from './shop.ts'

interface Own {
  readonly organizationId: Id<'organization'>
  readonly createdAt: Date
}

export const packUnits = 100

/** Pages that are used on credit alone, and a product that sells a hundred of them. */
export async function stockCredits({ environment }: Shop, own: Own): Promise<void> {
  const { kysely } = environment.database
  const [meterId, benefitId, productId] = [newId('meter'), newId('benefit'), newId('product')]
  const clauses = [{ property: 'name', operator: 'eq', value: 'page' }]
  await kysely
    .insertInto('meter')
    .values({
      ...own,
      id: meterId,
      name: 'Pages',
      filter: jsonText({ conjunction: 'and', clauses }),
      aggregationFunc: 'sum',
      aggregationProperty: 'size',
      countsFrom: own.createdAt,
    })
    .execute()
  await kysely
    .insertInto('product')
    .values({
      ...own,
      id: productId,
      name: packName,
      leadingAmountType: 'fixed',
      leadingAmount: price,
    })
    .execute()
  await kysely
    .insertInto('productPrice')
    .values({
      ...own,
      id: newId('productPrice'),
      productId,
      position: 0,
      amountType: 'fixed',
      priceCurrency: currency.parse('usd'),
      priceAmount: price,
    })
    .execute()
  await kysely
    .insertInto('benefit')
    .values({
      ...own,
      id: benefitId,
      type: 'meter_credit',
      description: 'A hundred pages',
      meterId,
      properties: jsonText({ units: packUnits, rollover: false }),
    })
    .execute()
  const { organizationId } = own
  await kysely
    .insertInto('productBenefit')
    .values({ organizationId, productId, benefitId, position: 0 })
    .execute()
}

export const packName = 'A hundred pages'
const price = minorUnits(1000)
