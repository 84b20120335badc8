import { productId as productShape } from '@guildhall/contract/catalog/prices'
import type { MetricName } from '@guildhall/contract/metrics/metric-names'
import type { MovementKind } from '@guildhall/contract/metrics/movement-kinds'
import { currency as currencyShape } from '@guildhall/contract/primitives'
import type { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import { linkOptions } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { DayRange } from '#/ui/calendar-days.ts'

interface Asked {
  readonly slug: string
  readonly range: DayRange
  readonly metrics: {
    readonly currency: string
    readonly conversion: { readonly unconverted: readonly unknown[] } | null
  }
  readonly product?: string | undefined
}

/** A figure, or the sum of all movements of recurring revenue. */
export type NameOfRows = MetricName | 'movements'

/**
 * The list whose rows make a figure of these days; null where there is none. What is converted has
 * rows of all currencies, unless one of them is left out of the figure.
 */
export function rowsOf(name: NameOfRows, { slug, range, metrics, product }: Asked) {
  const { currency, conversion } = metrics
  const movements = ofMovements[name]
  if (conversion !== null && conversion.unconverted.length > 0) return null
  const search = {
    from: range.from,
    to: range.to,
    ...(conversion === null && { currency: z.parse(currencyShape, currency) }),
    ...(product !== undefined && { product: z.parse(productShape, product) }),
  }
  const params = { slug }
  if (ofOrders.includes(name)) return linkOptions({ to: '/dashboard/$slug/orders', params, search })
  if (ofCheckouts.includes(name)) {
    const status = name === 'succeededCheckouts' ? ({ status: 'succeeded' } as const) : {}
    return linkOptions({
      to: '/dashboard/$slug/checkouts',
      params,
      search: { ...search, ...status },
    })
  }
  const kind = ofCorrections[name]
  if (kind !== undefined) {
    const to = '/dashboard/$slug/analytics/corrections'
    return linkOptions({ to, params, search: { ...search, kind } })
  }
  // Together with all movements, a converted change has what exchange rates made of it.
  if (movements === undefined || (name === 'movements' && conversion !== null)) return null
  return linkOptions({
    to: '/dashboard/$slug/analytics/movements',
    params,
    search: { ...search, ...movements },
  })
}

const ofOrders: readonly NameOfRows[] = ['orders', 'revenue', 'averageOrderValue']

const ofCheckouts: readonly NameOfRows[] = ['checkouts', 'succeededCheckouts']

const ofCorrections: Readonly<
  Partial<Record<NameOfRows, 'refunds' | 'disputes' | 'lost_disputes'>>
> = {
  refunds: 'refunds',
  refundedAmount: 'refunds',
  disputes: 'disputes',
  lostDisputes: 'lost_disputes',
  lostAmount: 'lost_disputes',
}

interface NarrowedMovements {
  readonly kind?: MovementKind
  readonly change?: 'started' | 'ended'
  readonly reason?: (typeof cancellationReasons)[number]
}

const ended = { change: 'ended' } as const

const ofMovements: Readonly<Partial<Record<NameOfRows, NarrowedMovements>>> = {
  movements: {},
  newRunRate: { kind: 'new' },
  expansionRunRate: { kind: 'expansion' },
  contractionRunRate: { kind: 'contraction' },
  churnedRunRate: { kind: 'churn' },
  reactivatedRunRate: { kind: 'reactivation' },
  migratedRunRate: { kind: 'price_migration' },
  pausedRunRate: { kind: 'pause' },
  resumedRunRate: { kind: 'resumption' },
  newSubscriptions: { change: 'started' },
  churnedSubscriptions: ended,
  cancellationsCustomerService: { ...ended, reason: 'customer_service' },
  cancellationsLowQuality: { ...ended, reason: 'low_quality' },
  cancellationsMissingFeatures: { ...ended, reason: 'missing_features' },
  cancellationsSwitchedService: { ...ended, reason: 'switched_service' },
  cancellationsTooComplex: { ...ended, reason: 'too_complex' },
  cancellationsTooExpensive: { ...ended, reason: 'too_expensive' },
  cancellationsUnused: { ...ended, reason: 'unused' },
  cancellationsOther: { ...ended, reason: 'other' },
}
