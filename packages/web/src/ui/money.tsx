import { formatMoney } from '../lib/format.ts'
import { classNames } from './class-names.ts'

interface MoneyProps {
  /** In minor units. */
  amount: number
  /** ISO code, any case. Always shown: a dollar sign alone says too little. */
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
