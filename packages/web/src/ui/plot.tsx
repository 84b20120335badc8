import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { ChartPoint } from './chart-summary.ts'

interface PlotProps {
  kind: 'trend' | 'bars'
  title: string
  points: readonly ChartPoint[]
  format: (value: number) => string
}

/** The drawing itself. Only this file knows the library, so that it comes when a page draws. */
export default function Plot({ kind, title, points, format }: PlotProps) {
  const hasPrevious = points.some((point) => point.previous !== undefined)
  return (
    <ResponsiveContainer width="100%" height={224}>
      <ComposedChart
        data={[...points]}
        title={title}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" height={22} {...axisLook} minTickGap={kind === 'trend' ? 48 : 24} />
        <YAxis {...axisLook} width="auto" tickFormatter={format} tickCount={4} />
        <Tooltip
          content={<PlotTooltip format={format} />}
          cursor={kind === 'trend' ? { stroke: 'var(--line-strong)' } : { fill: 'var(--hover)' }}
          isAnimationActive={false}
        />
        {kind === 'bars' && <Bar dataKey="value" {...barLook} />}
        {hasPrevious && <Line dataKey="previous" {...previousLook} />}
        {kind === 'trend' && <Area dataKey="value" {...areaLook} />}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

const axisLook = {
  axisLine: false,
  tickLine: false,
  tick: { fill: 'var(--ink-3)', fontSize: 11 },
} as const

const areaLook = {
  stroke: 'var(--accent)',
  strokeWidth: 2,
  fill: 'var(--accent)',
  fillOpacity: 0.07,
  activeDot: { r: 3.5, fill: 'var(--accent)', stroke: 'var(--surface)', strokeWidth: 2 },
  isAnimationActive: false,
} as const

const barLook = {
  fill: 'var(--accent)',
  radius: 3,
  maxBarSize: 36,
  isAnimationActive: false,
} as const

const previousLook = {
  stroke: 'var(--ink-3)',
  strokeWidth: 1.5,
  strokeDasharray: '2 4',
  dot: false,
  activeDot: false,
  isAnimationActive: false,
} as const

interface PlotTooltipProps {
  active?: boolean
  payload?: readonly { payload?: ChartPoint }[]
  format: (value: number) => string
}

/** The exact value under the pointer, and what it was before. */
function PlotTooltip({ active, payload, format }: PlotTooltipProps) {
  const point = payload?.[0]?.payload
  if (!active || !point) return null
  return (
    <div className="floating rounded-s px-2.5 py-1.5 text-xs">
      <p className="text-ink-3">{point.label}</p>
      <p className="figures font-medium">{format(point.value)}</p>
      {point.previous !== undefined && (
        <p className="figures text-ink-3">before: {format(point.previous)}</p>
      )}
    </div>
  )
}
