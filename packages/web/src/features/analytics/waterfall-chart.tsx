import { useMemo } from 'react'
import { FigureLink } from '#/entities/metric/figure-link.tsx'
import { moneyUnit } from '#/entities/metric/units.ts'
import { formatRange } from '#/ui/calendar-days.ts'
import type { Sheet } from '#/ui/chart-sheet.ts'
import { drawRows } from '#/ui/draw-rows.ts'
import { type BoardChartProps, ChartCard } from './chart-card.tsx'
import { notesOf, type Reading } from './reading.ts'
import { type Step, waterfallOf, waterfallRows } from './waterfall.ts'

const title = 'Why recurring revenue moved'

/** From the recurring revenue at the beginning to that at the end. */
export function WaterfallChart({ reading, state }: BoardChartProps) {
  const { metrics } = reading
  const unit = useMemo(() => moneyUnit(metrics.currency), [metrics.currency])
  const steps = useMemo(() => waterfallOf(metrics), [metrics])
  const draw = useMemo(() => drawRows(waterfallRows(steps, unit.format)), [steps, unit])
  const rows = { metrics, range: reading.range, product: reading.product }
  const change = steps
    .filter(({ isLevel }) => !isLevel)
    .reduce((sum, { amount }) => sum + amount, 0)
  return (
    <ChartCard
      id="waterfall"
      title={title}
      label={title}
      sheet={sheetOfSteps(steps, reading)}
      counted={steps.map(({ name, counted }) => ({ name, counted: `${counted}.` }))}
      notes={notesOf({ ...reading, before: null })}
      summary={steps.map(({ name, amount }) => `${name} ${unit.format(amount)}`).join(', ')}
      hasTooltip={false}
      cellOf={(text, { row, column }) => {
        const figure = steps[row]?.figure ?? null
        if (column > 0 || figure === null) return text
        return <FigureLink {...rows} name={figure} text={text} />
      }}
      className="lg:col-span-2"
      {...{ reading, state, draw, unit }}
    >
      <p className="text-s text-ink-2">
        Together, all movements make{' '}
        <strong className="figures font-semibold text-ink">
          <FigureLink
            {...rows}
            name="movements"
            text={`${change > 0 ? '+' : ''}${unit.format(change)}`}
          />
        </strong>{' '}
        per month. Hollow bars are losses.
      </p>
    </ChartCard>
  )
}

function sheetOfSteps(steps: readonly Step[], { range, before }: Reading): Sheet {
  const earlier = before === null ? null : waterfallOf(before.metrics)
  return {
    by: 'Movement',
    columns: [formatRange(range), ...(before === null ? [] : [formatRange(before.range)])],
    rows: steps.map(({ name, amount }, at) => ({
      key: name,
      label: name,
      cells: [amount, ...(earlier === null ? [] : [earlier[at]?.amount ?? null])],
    })),
  }
}
