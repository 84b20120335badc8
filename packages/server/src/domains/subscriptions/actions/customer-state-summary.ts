import { CustomerState } from '@guildhall/contract/customers/state'
import { wireCodec } from '@guildhall/contract/wire'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { Summary } from '../../../platform/outbox/summary.ts'
import { presentCustomerStates } from './present-customer-state.ts'

const codec = wireCodec(CustomerState, 'billing')

const follows = [
  ...['created', 'updated', 'deleted'].map((one) => `customer.${one}`),
  ...['created', 'active', 'updated', 'canceled', 'uncanceled', 'revoked'].map(
    (one) => `subscription.${one}`,
  ),
]

/** After whatever changes what a customer has, all that they have by then. */
export const customerStateSummary: Summary = {
  name: 'customer.state_changed',
  objectType: 'customer_state',
  follows,
  tell: async (db, customers) => {
    const keys = customers.map(({ organizationId, customerId: id }) => ({ organizationId, id }))
    const states = await presentCustomerStates(db, keys)
    return new Map(states.map((state) => [state.id, asPayload(state)]))
  },
}

const asPayload = (state: CustomerState): JsonObject =>
  JSON.parse(JSON.stringify(codec.encode(state)))
