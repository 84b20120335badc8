import { useMemo } from 'react'
import { FigureLink } from '#/entities/metric/figure-link.tsx'
import { type FigureName, figureOf } from '#/entities/metric/figures.ts'
import { valueIn } from '#/entities/metric/metric-queries.ts'
import { unitOf } from '#/entities/metric/units.ts'
import { formatRange } from '#/ui/calendar-days.ts'
import type { Sheet } from '#/ui/chart-sheet.ts'
import { drawRows } from '#/ui/draw-rows.ts'
import { type BoardChartProps, ChartCard } from './chart-card.tsx'
import { notesOf, type Reading, totalBefore } from './reading.ts'
import { Total } from './total.tsx'

const title = 'From checkout to payment'

const stages = [
  { name: 'Created', figure: 'checkouts' },
  { name: 'Succeeded', figure: 'succeededCheckouts' },
] as const satisfies readonly { name: string; figure: FigureName }[]

/** How many checkouts of the range have succeeded. */
export function FunnelChart({ reading, state }: BoardChartProps) {
  const { metrics, range, product } = reading
  const { totals, currency } = metrics
  const rows = { metrics, range, product }
  const count = useMemo(() => unitOf('checkouts', currency), [currency])
  const share = useMemo(() => unitOf('checkoutsConversion', currency), [currency])
  const draw = useMemo(() => {
    const bars = stages.map(({ name, figure }) => {
      const value = valueIn(totals, figure)
      const all = valueIn(totals, 'checkouts')
      const of = all === 0 ? 0 : value / all
      const text = `${count.format(value)} · ${share.format(of)}`
      return { name, from: 0, to: value, text, isLevel: true }
    })
    return drawRows(bars)
  }, [totals, count, share])
  const conversion = figureOf('checkoutsConversion')
  return (
    <ChartCard
      id="funnel"
      title={title}
      label={title}
      sheet={sheetOfStages(reading)}
      counted={[
        ...stages.map(({ name, figure }) => ({ name, counted: figureOf(figure).counted })),
        { name: conversion.title, counted: conversion.counted },
      ]}
      notes={notesOf({ ...reading, before: null })}
      summary={stages
        .map(({ name, figure }) => `${name} ${count.format(valueIn(totals, figure))}`)
        .join(', ')}
      hasTooltip={false}
      cellOf={(text, { row, column }) => {
        const stage = stages[row]
        if (column > 0 || stage === undefined) return text
        return <FigureLink {...rows} name={stage.figure} text={text} />
      }}
      unit={count}
      {...{ reading, state, draw }}
    >
      <Total
        value={valueIn(totals, 'checkoutsConversion')}
        unit={share}
        figure={conversion}
        isDrawn={false}
        before={totalBefore(reading, 'checkoutsConversion')}
      />
    </ChartCard>
  )
}

function sheetOfStages({ metrics, range, before }: Reading): Sheet {
  return {
    by: 'Stage',
    columns: [formatRange(range), ...(before === null ? [] : [formatRange(before.range)])],
    rows: stages.map(({ name, figure }) => ({
      key: name,
      label: name,
      cells: [metrics, ...(before === null ? [] : [before.metrics])].map(({ totals }) =>
        valueIn(totals, figure),
      ),
    })),
  }
}
