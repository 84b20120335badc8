import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import * as z from 'zod/mini'
import type { Organization } from './organizations.ts'

const dayMilliseconds = 86_400_000

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10)

/** The current day in UTC by the clock of the organization. */
export async function todayOf(page: Page, { id }: Organization): Promise<string> {
  const answer = await page.request.get(`/v1/clock?organization_id=${id}`)
  assert.equal(answer.status(), 200, await answer.text())
  return z.parse(z.object({ now: z.string() }), await answer.json()).now.slice(0, 10)
}

const figures = z.record(z.string(), z.unknown())
const metrics = z.object({ periods: z.array(figures), totals: figures })

/** What the API answers, by day unless the query says otherwise. */
export async function readMetrics(
  page: Page,
  { id }: Organization,
  query: Readonly<Record<string, string>>,
) {
  const all = new URLSearchParams({ organization_id: id, interval: 'day', ...query })
  const answer = await page.request.get(`/v1/metrics/?${all.toString()}`)
  assert.equal(answer.status(), 200, await answer.text())
  const { periods, totals } = z.parse(metrics, await answer.json())
  const numbers = (from: Record<string, unknown>) => (name: string) =>
    z.parse(z.number(), from[name])
  return {
    total: numbers(totals),
    at: (index: number) => numbers(periods.at(index) ?? {}),
    periods,
  }
}

// As the pages write values.
export const money = (amount: number) =>
  (amount / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
export const count = (value: number) => value.toLocaleString('en-US')
export const percent = (share: number) =>
  share.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
