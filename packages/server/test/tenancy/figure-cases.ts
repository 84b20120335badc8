import { systemClock } from '../../src/platform/clock.ts'
import { at, type TenancyCase } from './tenancy-case.ts'

/** In UTC, like the days of a new organization. */
const today = () => systemClock.now().toISOString().slice(0, 10)

/** Of metrics, exchange rates and reports. */
export const figureCases: Readonly<Record<string, TenancyCase>> = {
  getMetrics: {
    query: { start_date: today(), end_date: today(), interval: 'day' },
    nothing: { totals: { orders: 0, active_subscriptions: 0, checkouts: 0 }, currencies: [] },
  },
  getMetricsLimits: {},
  getConversion: { query: { start_date: today(), end_date: today() } },
  listIncome: { query: { start_date: today(), end_date: today() } },
  listTaxes: { query: { start_date: today(), end_date: today() } },
  exportJournal: { query: { start_date: today(), end_date: today() } },
  getCohorts: { query: { start_date: today(), end_date: today() }, nothing: { cohorts: [] } },
  getExpiringCards: {},
  listMovements: { nothing: { items: [], next_cursor: null } },
  getMovementTotals: { nothing: { items: [] } },
  exportMovements: {},
  listCorrections: { nothing: { items: [], next_cursor: null } },
  getCorrectionTotals: { nothing: { items: [] } },

  listExchangeRates: {},
  setExchangeRate: { body: () => ({ day: '2026-03-02', currency: 'usd', rate: '0.93' }) },
  importExchangeRates: { body: () => ({ csv: '2026-03-03,usd,0.94' }) },
  deleteExchangeRate: at('exchangeRate'),
}
