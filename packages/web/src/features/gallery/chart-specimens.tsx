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
          kind="line"
          title="Recurring revenue"
          sheet={revenue}
          format={dollars}
          before="previous 60 days"
          aside={
            <Link href="#charts" quiet>
              How is this counted?
            </Link>
          }
        />
      </Card>
      <Columns>
        <Card>
          <Chart kind="bars" title="New subscriptions" sheet={signUps} format={String} />
        </Card>
        <Card>
          <Chart kind="line" title="Active subscriptions" sheet={actives} format={String} />
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

const revenue = {
  by: 'Day',
  columns: ['Recurring revenue', 'Previous 60 days'],
  rows: Array.from({ length: 60 }, (_, index) => ({
    key: String(index),
    label: dayLabel(index),
    cells: [wave(index, 912_000, 5600), wave(index + 9, 760_000, 3900)],
  })),
}

const months = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar']

const byMonth = (name: string, base: number, slope: number) => ({
  by: 'Month',
  columns: [name],
  rows: months.map((label, index) => ({
    key: label,
    label,
    cells: [wave(index, base, slope)],
  })),
})

const signUps = byMonth('New subscriptions', 12, 2)

const actives = byMonth('Active subscriptions', 190, 14)
