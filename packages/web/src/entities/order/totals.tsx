import { Money } from '#/ui/money.tsx'

interface TotalLine {
  label: string
  amount: number
}

interface TotalsProps {
  lines: readonly TotalLine[]
  total: TotalLine
  currency: string
  /** What comes later: "Then $36.25 a month from 14 June". */
  later?: string
}

/** Lines and their total. Announced when they change. */
export function Totals({ lines, total, currency, later }: TotalsProps) {
  return (
    <div aria-live="polite" className="text-m">
      <dl className="grid gap-2">
        {lines.map((line) => (
          <div key={line.label} className="flex justify-between gap-4">
            <dt className="text-ink-2">{line.label}</dt>
            <dd>
              <Money amount={line.amount} currency={currency} />
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t pt-3 font-semibold">
          <dt>{total.label}</dt>
          <dd>
            <Money amount={total.amount} currency={currency} />
          </dd>
        </div>
      </dl>
      {later && <p className="mt-2 text-xs text-ink-3">{later}</p>}
    </div>
  )
}
