import { formatMoney } from '#/lib/format.ts'
import { classNames } from './class-names.ts'

interface MoneyProps {
  /** In minor units. */
  amount: number
  /** ISO code in any case. Always shown, because a dollar sign is ambiguous. */
  currency: string
  className?: string
}

export function Money({ amount, currency, className }: MoneyProps) {
  const code = currency.toUpperCase()
  return (
    <span className={classNames('figures', className)}>
      {formatMoney(amount, code)} <span className="text-ink-3">{code}</span>
    </span>
  )
}
