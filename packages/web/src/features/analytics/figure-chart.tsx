import { useMemo } from 'react'
import { type FigureName, figureOf } from '#/entities/metric/figures.ts'
import { unitOf } from '#/entities/metric/units.ts'
import { drawSeries } from '#/ui/draw-series.ts'
import { type BoardChartProps, ChartCard } from './chart-card.tsx'
import { linesOf, notesOf, sheetOf, totalBefore } from './reading.ts'
import { Total } from './total.tsx'

interface FigureChartProps extends BoardChartProps {
  name: FigureName
}

/** One figure over time. */
export function FigureChart({ name, reading, state }: FigureChartProps) {
  const figure = figureOf(name)
  const { metrics, interval } = reading
  const unit = useMemo(() => unitOf(name, metrics.currency), [name, metrics.currency])
  const sheet = useMemo(() => sheetOf(reading, [name]), [reading, name])
  const draw = useMemo(
    () => drawSeries({ ...linesOf(sheet, 1), ...unit, kind: figure.kind }),
    [sheet, unit, figure],
  )
  const value = metrics.totals[name]
  return (
    <ChartCard
      id={name}
      title={figure.title}
      label={`${figure.title} by ${interval}`}
      counted={[figure]}
      notes={[unit.format(value), ...notesOf(reading)]}
      {...{ reading, state, sheet, draw, unit }}
    >
      <Total {...{ value, unit, figure }} before={totalBefore(reading, name)} />
    </ChartCard>
  )
}
