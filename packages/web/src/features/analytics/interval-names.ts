import type { MetricInterval } from '@guildhall/contract/metrics/metrics'

export const intervalNames: Readonly<Record<MetricInterval, string>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
}

export const isInterval = (text: unknown): text is MetricInterval =>
  typeof text === 'string' && Object.hasOwn(intervalNames, text)
