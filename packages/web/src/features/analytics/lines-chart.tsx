import { useMemo } from 'react'
import { figureOf } from '#/entities/metric/figures.ts'
import { valueIn } from '#/entities/metric/metric-queries.ts'
import { moneyUnit } from '#/entities/metric/units.ts'
import { drawSeries } from '#/ui/draw-series.ts'
import { LineSwatch } from '#/ui/line-swatch.tsx'
import type { LinesChart as Lines } from './boards.ts'
import { type BoardChartProps, ChartCard } from './chart-card.tsx'
import { linesOf, notesOf, sheetOf, totalBefore } from './reading.ts'
import { Total } from './total.tsx'

interface LinesChartProps extends BoardChartProps {
  chart: Lines
}

/** Several amounts over time. */
export function LinesChart({ chart: { id, title, names }, reading, state }: LinesChartProps) {
  const { metrics, interval } = reading
  const unit = useMemo(() => moneyUnit(metrics.currency), [metrics.currency])
  const sheet = useMemo(() => sheetOf(reading, names), [reading, names])
  const draw = useMemo(
    () => drawSeries({ ...linesOf(sheet, names.length), ...unit, kind: 'line' }),
    [sheet, unit, names],
  )
  const counted = names.map((name) => ({
    name: figureOf(name).title,
    counted: figureOf(name).counted,
  }))
  return (
    <ChartCard
      id={id}
      title={title}
      label={`${title} by ${interval}`}
      counted={counted}
      notes={notesOf(reading)}
      className="lg:col-span-2"
      {...{ reading, state, sheet, draw, unit }}
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {names.map((name, at) => (
          <div key={name}>
            <dt className="flex items-center gap-1.5 text-s text-ink-2">
              <LineSwatch index={at} />
              {figureOf(name).title}
            </dt>
            <dd>
              <Total
                value={valueIn(metrics.totals, name)}
                unit={unit}
                figure={figureOf(name)}
                before={at === 0 ? totalBefore(reading, name) : null}
              />
            </dd>
          </div>
        ))}
      </dl>
    </ChartCard>
  )
}
