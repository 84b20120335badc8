import { formatMoney } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { Chart } from '#/ui/chart.tsx'
import { Link } from '#/ui/link.tsx'
import { Columns, Specimens } from './specimen.tsx'

export function ChartSpecimens() {
  return (
    <Specimens id="charts" title="Charts">
      <Card>
        <Chart
          kind="trend"
          title="Recurring revenue"
          points={revenue}
          format={dollars}
          previous="previous 60 days"
          aside={
            <Link href="#charts" quiet>
              How is this counted?
            </Link>
          }
        />
      </Card>
      <Columns>
        <Card>
          <Chart kind="bars" title="New subscriptions" points={signUps} format={String} />
        </Card>
        <Card>
          <Chart kind="trend" title="Active subscriptions" points={actives} format={String} />
        </Card>
      </Columns>
    </Specimens>
  )
}

function dollars(amount: number): string {
  return formatMoney(Math.round(amount / 100) * 100, 'usd').replace(/\.00$/, '')
}

/** A deterministic rising curve. */
function wave(index: number, base: number, slope: number): number {
  const waver = Math.sin(index / 3) * 0.7 + Math.sin(index / 7.3)
  return Math.round(base + index * slope + waver * slope * 4)
}

function dayLabel(index: number): string {
  const day = new Date(Date.UTC(2026, 0, 14 + index))
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
}

const revenue = Array.from({ length: 60 }, (_, index) => ({
  label: dayLabel(index),
  value: wave(index, 912_000, 5600),
  previous: wave(index + 9, 760_000, 3900),
}))

const months = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar']

const signUps = months.map((label, index) => ({ label, value: wave(index, 12, 2) }))

const actives = months.map((label, index) => ({ label, value: wave(index, 190, 14) }))
