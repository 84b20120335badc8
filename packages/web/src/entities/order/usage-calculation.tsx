import { formatExactQuantity } from '#/lib/format.ts'
import { exactAmountText, partText, type ShownUsage } from './explanation-text.ts'
import { Totals } from './totals.tsx'

interface UsageCalculationProps {
  usage: ShownUsage
  amount: number
  currency: string
}

/** How the amount of an item that bills usage comes about, line by line. */
export function UsageCalculation({ usage, amount, currency }: UsageCalculationProps) {
  const { before, after, parts, roundingAmount } = usage
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2 text-m" aria-label="Price of the period">
        {parts.map((part) => (
          <Line
            key={`${part.kind} ${part.tier}`}
            label={partText(part, currency)}
            value={exactAmountText(part.amount, currency)}
          />
        ))}
        {roundingAmount !== '0' && (
          <Line label="Rounding" value={exactAmountText(roundingAmount, currency)} />
        )}
      </dl>
      <Totals
        lines={[
          { label: `${formatExactQuantity(after.consumedUnits)} units used`, amount: after.amount },
          ...(before === null ? [] : [{ label: 'Billed before', amount: 0 - before.amount }]),
          ...(usage.otherItemsAmount === 0
            ? []
            : [{ label: 'In other items', amount: 0 - usage.otherItemsAmount }]),
          ...(usage.deductedAmount === 0
            ? []
            : [{ label: deductedLabel(amount), amount: 0 - usage.deductedAmount }]),
        ]}
        total={{ label: 'This item', amount }}
        currency={currency}
      />
      <Moments usage={usage} />
    </div>
  )
}

const deductedLabel = (amount: number): string =>
  amount < 0 ? 'Not paid, so not returned' : 'Discount taken off at once'

/** What came while an order was made is billed with the next one. */
function Moments({ usage: { carriedUnits, laterUnits } }: Pick<UsageCalculationProps, 'usage'>) {
  return (
    <>
      {carriedUnits !== '0' && (
        <p className="text-xs text-ink-3">
          {formatExactQuantity(carriedUnits)} units came while the order before was made.
        </p>
      )}
      {laterUnits !== '0' && (
        <p className="text-xs text-ink-3">
          {formatExactQuantity(laterUnits)} units came while this order was made, and are billed
          with the next one.
        </p>
      )}
    </>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere text-ink-2">{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  )
}
