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

/** The plot. Only this file imports the chart library, so that it is loaded on demand. */
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
        <XAxis
          dataKey="label"
          height={22}
          {...axisClasses}
          minTickGap={kind === 'trend' ? 48 : 24}
        />
        <YAxis {...axisClasses} width="auto" tickFormatter={format} tickCount={4} />
        <Tooltip
          content={<PlotTooltip format={format} />}
          cursor={kind === 'trend' ? { stroke: 'var(--line-strong)' } : { fill: 'var(--hover)' }}
          isAnimationActive={false}
        />
        {kind === 'bars' && <Bar dataKey="value" {...barClasses} />}
        {hasPrevious && <Line dataKey="previous" {...previousClasses} />}
        {kind === 'trend' && <Area dataKey="value" {...areaClasses} />}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

const axisClasses = {
  axisLine: false,
  tickLine: false,
  tick: { fill: 'var(--ink-3)', fontSize: 11 },
} as const

const areaClasses = {
  stroke: 'var(--accent)',
  strokeWidth: 2,
  fill: 'var(--accent)',
  fillOpacity: 0.07,
  activeDot: { r: 3.5, fill: 'var(--accent)', stroke: 'var(--surface)', strokeWidth: 2 },
  isAnimationActive: false,
} as const

const barClasses = {
  fill: 'var(--accent)',
  radius: 3,
  maxBarSize: 36,
  isAnimationActive: false,
} as const

const previousClasses = {
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

/** The exact value under the pointer, and that of the previous period. */
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
