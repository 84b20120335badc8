import type { Address } from '@guildhall/contract/customers/address'
import { updateCustomer } from '../src/domains/customers/actions/update-customer.ts'
import { carryBillingDetails } from '../src/domains/subscriptions/actions/carry-billing-details.ts'
import { Problem } from '../src/kernel/refusal.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import type { Chance } from './chance.ts'
import type { Shop } from './shop.ts'
import type { WorldOperation } from './world-operation.ts'

export const movingCustomers = (shop: Shop): WorldOperation[] => [
  { weight: 4, run: (chance) => move(shop, chance) },
]

export const inPlace = (country: string, state: string | null = null): Address => ({
  line1: null,
  line2: null,
  postalCode: null,
  city: null,
  state,
  country,
})

/** Where tax is lower today, or higher before a credit; some say too little for tax. */
const places = [
  inPlace('DE'),
  inPlace('FR'),
  inPlace('CH'),
  inPlace('HU'),
  inPlace('US', 'US-CA'),
  inPlace('US', 'US-OR'),
  inPlace('US'),
  null,
]

/** A customer changes the billing address; it may be refused. */
async function move({ deps, organizationId, buyers }: Shop, chance: Chance): Promise<string> {
  const { name, customerId: id } = chance.pick(buyers)
  const billingAddress = chance.pick(places)
  const requested = { key: { organizationId, id }, update: { billingAddress } }
  const hooks = { onCustomerChanged: [carryBillingDetails(deps)] }
  const place = billingAddress?.state ?? billingAddress?.country ?? 'nowhere'
  try {
    await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      updateCustomer(uow, hooks, requested),
    )
    return `${name} moves to ${place}`
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `${name} may not move to ${place}`
  }
}
