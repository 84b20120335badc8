import { bareEvent } from '../usage.ts'
import { at, type TenancyCase } from './tenancy-case.ts'

const events = (given: object) => ({ body: { events: [{ ...bareEvent, ...given }] } })

const byId = { external_customer_id: null }

/** Of events. */
export const usageCases: Readonly<Record<string, TenancyCase>> = {
  ingestEvents: {
    body: () => ({ events: [bareEvent] }),
    references: {
      'events.*.customer_id': (_, { customer }) => events({ ...byId, customer_id: customer }),
      'events.*.subscription_id': ({ subscriber }, others) =>
        events({
          ...byId,
          customer_id: subscriber,
          subscription_id: others.subscription,
        }),
      'events.*.organization_id': (_, { organization }) =>
        events({ organization_id: organization }),
    },
  },
  listEvents: {},
  listEventNames: {},
  getEvent: at('event'),
  listCustomerMeters: {},
  getCustomerMeter: at('customerMeter'),
}
