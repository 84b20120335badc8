import { formatMoney } from '#/lib/format.ts'
import { classNames } from './class-names.ts'

interface MoneyProps {
  /** In minor units. */
  amount: number
  /** ISO code in any case. In English its sign says which it is: `$` is US dollars, `CA$` isn't. */
  currency: string
  className?: string
}

export function Money({ amount, currency, className }: MoneyProps) {
  return (
    <span className={classNames('figures', className)}>
      {formatMoney(amount, currency.toUpperCase())}
    </span>
  )
}
