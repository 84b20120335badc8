import { useMemo } from 'react'
import { FigureLink } from '#/entities/metric/figure-link.tsx'
import { valueIn } from '#/entities/metric/metric-queries.ts'
import { unitOf } from '#/entities/metric/units.ts'
import { formatRange } from '#/ui/calendar-days.ts'
import type { Sheet } from '#/ui/chart-sheet.ts'
import { drawRows } from '#/ui/draw-rows.ts'
import { type BoardChartProps, ChartCard } from './chart-card.tsx'
import { notesOf, type Reading } from './reading.ts'
import { type Reason, reasonsOf } from './reasons.ts'

const title = 'Why subscriptions ended'

/** Which reasons customers gave whose subscriptions ended. */
export function ReasonsChart({ reading, state }: BoardChartProps) {
  const { metrics, range, product } = reading
  const { totals, currency } = metrics
  const rows = { metrics, range, product }
  const unit = useMemo(() => unitOf('churnedSubscriptions', currency), [currency])
  const reasons = useMemo(() => reasonsOf(totals), [totals])
  const draw = useMemo(
    () =>
      drawRows(
        reasons.map(({ name, count }) => ({
          name,
          from: 0,
          to: count,
          text: unit.format(count),
          isLevel: true,
        })),
      ),
    [reasons, unit],
  )
  return (
    <ChartCard
      id="reasons"
      title={title}
      label={title}
      sheet={sheetOf(reasons, reading)}
      counted={[
        {
          counted:
            'Subscriptions that ended in the period, by the reason that was given when they were ' +
            'canceled. Those that ended for unpaid orders gave none.',
        },
      ]}
      notes={notesOf({ ...reading, before: null })}
      summary={reasons.map(({ name, count }) => `${name} ${unit.format(count)}`).join(', ')}
      hasTooltip={false}
      cellOf={(text, { row, column }) => {
        const figure = reasons[row]?.figure ?? null
        if (column > 0 || figure === null) return text
        return <FigureLink {...rows} name={figure} text={text} />
      }}
      className="lg:col-span-2"
      {...{ reading, state, draw, unit }}
    >
      <p className="text-s text-ink-2">
        Of{' '}
        <strong className="figures font-semibold text-ink">
          <FigureLink
            {...rows}
            name="churnedSubscriptions"
            text={unit.format(valueIn(totals, 'churnedSubscriptions'))}
          />
        </strong>{' '}
        that ended.
      </p>
    </ChartCard>
  )
}

function sheetOf(reasons: readonly Reason[], { range, before }: Reading): Sheet {
  const earlier = before === null ? null : reasonsOf(before.metrics.totals)
  return {
    by: 'Reason',
    columns: [formatRange(range), ...(before === null ? [] : [formatRange(before.range)])],
    rows: reasons.map(({ name, count }) => ({
      key: name,
      label: name,
      cells: [
        count,
        ...(earlier === null ? [] : [earlier.find((one) => one.name === name)?.count ?? null]),
      ],
    })),
  }
}
