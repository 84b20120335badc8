import { bareMeter } from '../meters.ts'
import { bareEvent } from '../usage.ts'
import { at, type TenancyCase } from './tenancy-case.ts'

const events = (given: object) => ({ body: { events: [{ ...bareEvent, ...given }] } })

const replacing = (id: string, given: object) => ({
  body: { events: [{ id, replacement: { ...bareEvent, ...given } }] },
})

const { filter, aggregation } = bareMeter
const bareDefinition = { filter, aggregation }

const byId = { external_customer_id: null }

/** Of events and credits. */
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
  voidEvents: {
    body: ({ event }) => ({ events: [{ id: event }] }),
    references: {
      'events.*.id': (_, { event }) => ({ body: { events: [{ id: event }] } }),
      'events.*.replacement.customer_id': ({ event }, { customer }) =>
        replacing(event, { ...byId, customer_id: customer }),
      'events.*.replacement.subscription_id': ({ event, subscriber }, { subscription }) =>
        replacing(event, { ...byId, customer_id: subscriber, subscription_id: subscription }),
      'events.*.replacement.organization_id': ({ event }, { organization }) =>
        replacing(event, { organization_id: organization }),
    },
  },
  listEvents: {},
  listEventNames: {},
  getEvent: at('event'),
  getMeterQuantities: {
    ...at('meter'),
    query: {
      start_timestamp: '2026-01-01T00:00:00Z',
      end_timestamp: '2026-02-01T00:00:00Z',
      interval: 'day',
    },
  },
  previewMeter: { body: () => bareDefinition },
  listCustomerMeters: {},
  getCustomerMeter: at('customerMeter'),
  giveCredits: {
    ...at('customer'),
    body: ({ meter }) => ({ meter_id: meter, units: 10, reason: 'A present' }),
    references: {
      meter_id: ({ customer }, { meter }) => ({
        params: { id: customer },
        body: { meter_id: meter, units: 10, reason: 'A present' },
      }),
    },
  },
  takeCredits: {
    ...at('customer'),
    body: ({ meter }) => ({ meter_id: meter, units: 1, reason: 'A mistake' }),
    references: {
      meter_id: ({ customer }, { meter }) => ({
        params: { id: customer },
        body: { meter_id: meter, units: 1, reason: 'A mistake' },
      }),
    },
  },
  listCreditLots: at('customer'),
  listCreditMovements: at('customer'),
}
