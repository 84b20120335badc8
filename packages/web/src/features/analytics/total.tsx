import type { ReactNode } from 'react'
import { changeText } from '#/entities/metric/change-text.ts'
import type { Figure } from '#/entities/metric/figures.ts'
import type { Unit } from '#/entities/metric/units.ts'
import { type DayRange, formatRange } from '#/ui/calendar-days.ts'
import { Change } from '#/ui/change.tsx'

interface TotalProps {
  value: number
  /** The value as text, or as a link to its rows; by default as text. */
  shown?: ReactNode
  unit: Unit
  figure: Pick<Figure, 'isLessBetter'>
  before: { readonly value: number; readonly range: DayRange } | null
  /** Whether the period before is drawn below. */
  isDrawn?: boolean
}

/** A figure of the whole range, compared with the period before. */
export function Total({ value, shown, unit, figure, before, isDrawn = true }: TotalProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="figures text-figure">{shown ?? unit.format(value)}</span>
      {before !== null && (
        <span className="text-xs text-ink-3">
          <Difference {...{ value, unit, figure }} before={before.value} />
          <span className="whitespace-nowrap">
            {isDrawn ? 'dashed: ' : ''}
            {formatRange(before.range)}
          </span>
        </span>
      )}
    </p>
  )
}

function Difference({
  value,
  unit,
  figure,
  before,
}: Omit<TotalProps, 'before'> & { before: number }) {
  const change = changeText(value, before, unit)
  const text = unit.format(before)
  if (change === null) return <>{value === before ? 'as before' : `before: ${text}`} · </>
  const isGood = (change.direction === 'up') !== (figure.isLessBetter === true)
  return (
    <>
      <Change {...change} isGood={isGood} /> from {text} ·{' '}
    </>
  )
}
