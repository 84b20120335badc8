import { currency, id as idOf } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newRegistration } from '../../../../test/tax.ts'
import { minorUnits } from '../../../kernel/money.ts'
import type { TaxResult } from '../rules/tax-calculation.ts'
import { calculateTax } from './calculate-tax.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
const organizationId = idOf('organization')

interface Shop extends OwnedOrganization {
  readonly calls: BillingCalls
}

async function newShop(): Promise<Shop> {
  const organization = await createOrganization(server.current)
  return {
    ...organization,
    calls: await newBackend(server.current, organization, ['organizations:write']),
  }
}

/** The tax on 10.00 sold to a consumer in that place. */
function taxOf(shop: Shop, country: string, state: string | null = null): Promise<TaxResult> {
  const uowFactory = { database: db.database, clock, wake: () => {} }
  const noAddress = { line1: null, line2: null, postalCode: null, city: null }
  return calculateTax(
    { ...server.current, uowFactory, clock },
    {
      organizationId: organizationId.parse(shop.id),
      reference: 'a sale',
      currency: currency.parse('eur'),
      netAmount: minorUnits(1000),
      address: { ...noAddress, country, state },
      taxId: null,
      isBusiness: false,
    },
  )
}

const none = { amount: 0, reason: 'not_collecting', rate: null, calculationId: null }

it('tax depends on the organization’s own registrations', async () => {
  const [shop, other] = [await newShop(), await newShop()]
  const { id } = await newRegistration(shop.calls, { scheme: 'oss' })
  await newRegistration(shop.calls, { country: 'CA', state: 'QC' })
  expect(await taxOf(shop, 'HU')).toMatchObject({ amount: 270, reason: 'standard_rated' })
  expect(await taxOf(shop, 'CA', 'QC')).toMatchObject({ amount: 100 })
  expect(await taxOf(other, 'HU')).toEqual(none)
  await shop.calls.patch(`/tax-registrations/${id}`, { scheme: 'small_seller' })
  expect(await taxOf(shop, 'HU')).toMatchObject({ amount: 190 })
  await shop.calls.remove(`/tax-registrations/${id}`)
  expect(await taxOf(shop, 'HU')).toEqual(none)
})

it('tax starts with the registration', async () => {
  const shop = await newShop()
  const collects_since = new Date(clock.now().getTime() + 60_000).toISOString()
  await newRegistration(shop.calls, { collects_since })
  expect(await taxOf(shop, 'DE')).toEqual(none)
  clock.advance(60)
  expect(await taxOf(shop, 'DE')).toMatchObject({ amount: 190 })
})

it('tax starts by the frozen clock of the organization', async () => {
  const shop = await newShop()
  await newRegistration(shop.calls, { collects_since: '2031-02-01T00:00:00Z' })
  expect(await taxOf(shop, 'DE')).toEqual(none)
  await db.database.kysely
    .insertInto('organizationClock')
    .values({
      organizationId: organizationId.parse(shop.id),
      frozenAt: new Date('2031-02-01T00:00:00Z'),
    })
    .execute()
  expect(await taxOf(shop, 'DE')).toMatchObject({ amount: 190 })
})
