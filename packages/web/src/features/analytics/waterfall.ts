import type { MetricName } from '@guildhall/contract/metrics/metric-names'
import { type Metrics, valueIn } from '#/entities/metric/metric-queries.ts'
import { movementNames } from '#/entities/metric/movement-names.ts'
import type { Row } from '#/ui/draw-rows.ts'

export interface Step {
  /** Null for levels. */
  readonly figure: MovementFigure | null
  readonly name: string
  /** How it is counted. */
  readonly counted: string
  readonly amount: number
  readonly isLevel: boolean
}

const movements = [
  {
    figure: 'newRunRate',
    name: movementNames.new,
    counted: 'a customer begins to pay for a subscription, also after a trial or a free plan',
  },
  {
    figure: 'expansionRunRate',
    name: movementNames.expansion,
    counted: 'a dearer plan, or more of it',
  },
  {
    figure: 'reactivatedRunRate',
    name: movementNames.reactivation,
    counted: 'a customer who had ended everything pays again',
  },
  {
    figure: 'resumedRunRate',
    name: movementNames.resumption,
    counted: 'a subscription that was paused goes on',
  },
  {
    figure: 'migratedRunRate',
    name: 'Price migrations',
    counted: 'the same plan at another price',
  },
  {
    figure: 'contractionRunRate',
    name: movementNames.contraction,
    counted: 'a cheaper plan, also a free one',
  },
  { figure: 'churnedRunRate', name: movementNames.churn, counted: 'a subscription ends' },
  {
    figure: 'pausedRunRate',
    name: movementNames.pause,
    counted: 'payments failed for good, or a dispute holds the subscription',
  },
] as const satisfies readonly { figure: MetricName; name: string; counted: string }[]

const revalued = {
  figure: 'revaluedRunRate',
  name: 'Exchange rates',
  counted: 'other exchange rates than when it began, and roundings',
} as const satisfies { figure: MetricName; name: string; counted: string }

type MovementFigure = (typeof movements)[number]['figure'] | typeof revalued.figure

const moved = (figures: Metrics['totals']): number =>
  [...movements, revalued].reduce((sum, { figure }) => sum + valueIn(figures, figure), 0)

const level = (figures: Metrics['totals']): number => valueIn(figures, 'listRunRate')

/** What the waterfall is made of. */
export const waterfallNames: readonly MetricName[] = [
  'listRunRate',
  ...[...movements, revalued].map(({ figure }) => figure),
]

/**
 * Recurring revenue from the beginning to the end of a range: each step is read by itself, none is
 * calculated from the others, so that an error would show.
 */
export function waterfallOf({ periods, totals, conversion }: Metrics): readonly Step[] {
  const [first] = periods
  const opening = level(first ?? totals) - (first === undefined ? 0 : moved(first))
  const closing = level(periods.at(-1) ?? totals)
  return [
    {
      figure: null,
      name: 'Opening',
      counted: 'recurring revenue per month when the period began',
      amount: opening,
      isLevel: true,
    },
    ...[...movements, ...(conversion === null ? [] : [revalued])].map(
      ({ figure, name, counted }) => ({
        figure,
        name,
        counted,
        amount: valueIn(totals, figure),
        isLevel: false,
      }),
    ),
    {
      figure: null,
      name: 'Closing',
      counted: 'recurring revenue per month when it ended',
      amount: closing,
      isLevel: true,
    },
  ]
}

/** Each change begins where the one before ended. */
export function waterfallRows(
  steps: readonly Step[],
  format: (amount: number) => string,
): readonly Row[] {
  let level = 0
  return steps.map(({ name, amount, isLevel }) => {
    const from = isLevel ? 0 : level
    level = from + amount
    const sign = !isLevel && amount > 0 ? '+' : ''
    return { name, from, to: level, text: `${sign}${format(amount)}`, isLevel }
  })
}
