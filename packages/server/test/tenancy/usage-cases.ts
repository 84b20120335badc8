import { bareMeter } from '../meters.ts'
import { bareEvent } from '../usage.ts'
import { at, type TenancyCase } from './tenancy-case.ts'

const events = (given: object) => ({ body: { events: [{ ...bareEvent, ...given }] } })

const replacing = (id: string, given: object) => ({
  body: { events: [{ id, replacement: { ...bareEvent, ...given } }] },
})

const { filter, aggregation } = bareMeter
const bareDefinition = { filter, aggregation }

const tracked = (customer: string, given: object = {}) => ({
  event: { name: 'call', customer_id: customer, ...given },
})

const asked = (customer: string, meter: string, given: object = {}) => ({
  body: { customer_id: customer, meter_id: meter, units: 1, ...given },
})

const checkCase: TenancyCase = {
  body: ({ customer, meter }) => asked(customer, meter).body,
  references: {
    customer_id: ({ meter }, { customer }) => asked(customer, meter),
    meter_id: ({ customer }, { meter }) => asked(customer, meter),
    subscription_id: ({ subscriber, meter }, { subscription }) =>
      asked(subscriber, meter, { subscription_id: subscription }),
  },
}

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
  exportEvents: {},
  listEventNames: {},
  getEvent: at('event'),
  explainEvent: at('event'),
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
  checkUsage: checkCase,
  reserveUsage: checkCase,
  trackUsage: {
    body: ({ customer }) => tracked(customer),
    references: {
      'event.customer_id': (_, { customer }) => ({ body: tracked(customer) }),
      'event.subscription_id': ({ subscriber }, { subscription }) => ({
        body: tracked(subscriber, { subscription_id: subscription }),
      }),
      'event.organization_id': ({ customer }, { organization }) => ({
        body: tracked(customer, { organization_id: organization }),
      }),
    },
  },
  settleUsage: {
    body: ({ reservation }) => ({ reservation_id: reservation, event: { name: 'call' } }),
    references: {
      reservation_id: (_, { reservation }) => ({
        body: { reservation_id: reservation, event: { name: 'call' } },
      }),
    },
    foreign: '404 ResourceNotFound',
  },
  releaseUsage: {
    body: ({ heldReservation }) => ({ reservation_id: heldReservation }),
    references: {
      reservation_id: (_, { heldReservation }) => ({ body: { reservation_id: heldReservation } }),
    },
    foreign: '404 ResourceNotFound',
  },
  setUsageLimit: {
    ...at('customer'),
    body: ({ meter }) => ({ meter_id: meter, units: 1000 }),
    references: {
      meter_id: ({ customer }, { meter }) => ({
        params: { id: customer },
        body: { meter_id: meter, units: 1000 },
      }),
      subscription_id: ({ subscriber }, { subscription }) => ({
        params: { id: subscriber },
        body: { subscription_id: subscription, amount: 1000 },
      }),
    },
  },
  deleteUsageLimit: {
    params: ({ customer, usageLimit }) => ({ id: customer, limitId: usageLimit }),
  },
  listUsageLimits: at('customer'),
  listTopUps: at('customer'),
  stopTopUp: { params: ({ customer, topUp }) => ({ id: customer, topUpId: topUp }) },
  listCreditLots: at('customer'),
  listCreditMovements: at('customer'),
}
