import type { MetricName } from '@guildhall/contract/metrics/metric-names'
import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import { type Metrics, valueIn } from '#/entities/metric/metric-queries.ts'
import {
  type CancellationReason,
  reasonText,
} from '#/entities/subscription/cancellation-reasons.ts'

const figures = {
  too_expensive: 'cancellationsTooExpensive',
  missing_features: 'cancellationsMissingFeatures',
  switched_service: 'cancellationsSwitchedService',
  unused: 'cancellationsUnused',
  customer_service: 'cancellationsCustomerService',
  low_quality: 'cancellationsLowQuality',
  too_complex: 'cancellationsTooComplex',
  other: 'cancellationsOther',
} as const satisfies Readonly<Record<CancellationReason, MetricName>>

export interface Reason {
  /** Null where none was given. */
  readonly figure: (typeof figures)[CancellationReason] | null
  readonly name: string
  readonly count: number
}

export const reasonNames: readonly MetricName[] = [
  'churnedSubscriptions',
  ...Object.values(figures),
]

/** The reasons of the range, the most frequent first; last, those who gave none. */
export function reasonsOf(totals: Metrics['totals']): readonly Reason[] {
  const given = cancellationReasons
    .map((reason) => {
      const figure = figures[reason]
      return { figure, name: reasonText[reason], count: valueIn(totals, figure) }
    })
    .toSorted((one, other) => other.count - one.count)
  const silent = given.reduce(
    (rest, { count }) => rest - count,
    valueIn(totals, 'churnedSubscriptions'),
  )
  return [...given, { figure: null, name: 'No reason given', count: silent }]
}
