import type { ReactNode } from 'react'
import { movePoint } from '#/lib/amount-text.ts'
import { formatMoney } from '#/lib/format.ts'
import { classNames } from '#/ui/class-names.ts'
import { Money } from '#/ui/money.tsx'
import { renewalText } from './renewal-text.ts'
import type { Sums } from './totals.ts'
import type { Checkout } from './wire.ts'

interface TotalsCardProps {
  checkout: Checkout
  sums: Sums
  /** The server is calculating; the shown amounts may change. */
  isBusy?: boolean
  isPaid?: boolean
}

/** The totals, announced when a discount or an address changes them. */
export function TotalsCard({ checkout, sums, isBusy = false, isPaid = false }: TotalsCardProps) {
  const { currency, product, discount, isFreeProductPrice } = checkout
  if (isFreeProductPrice && sums.total === 0) return null
  const code = currency.toUpperCase()
  const later = renewalText(checkout, sums)
  const due = product.recurringInterval === null ? 'Total' : 'Due today'
  return (
    <div aria-live="polite" aria-busy={isBusy} className="rounded-l border bg-surface px-4.5 py-4">
      <dl
        className={classNames('grid gap-2 transition-opacity', isBusy && 'opacity-60')}
        aria-label="Summary"
      >
        <Line label="Subtotal">{formatMoney(sums.amount, code)}</Line>
        {discount !== null && (
          <Line label={discountText(discount)}>− {formatMoney(sums.discount, code)}</Line>
        )}
        {sums.total > 0 && <TaxLine tax={sums.tax} isBusy={isBusy} code={code} />}
        {sums.credit > 0 && <Line label="Your credit">− {formatMoney(sums.credit, code)}</Line>}
        <div className="flex justify-between gap-4 border-t pt-3 font-semibold">
          <dt>{isPaid ? 'Paid' : due}</dt>
          <dd>
            <Money amount={sums.due} currency={code} />
          </dd>
        </div>
      </dl>
      {later !== null && !isPaid && <p className="mt-2 text-xs text-ink-3">{later}</p>}
    </div>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere text-ink-2">{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}

function TaxLine({ tax, isBusy, code }: { tax: number | null; isBusy: boolean; code: string }) {
  if (tax !== null) return <Line label="Tax">{formatMoney(tax, code)}</Line>
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">Tax</dt>
      <dd className="text-right text-s text-ink-3">
        {isBusy ? 'Calculating…' : 'Enter your address'}
      </dd>
    </div>
  )
}

/** “SPRING20 · 20 % for 3 months”. */
function discountText(discount: NonNullable<Checkout['discount']>): string {
  const name = discount.code ?? discount.name
  const off =
    discount.type === 'percentage' ? ` · ${movePoint(String(discount.basisPoints), -2)} %` : ''
  const months = discount.duration === 'repeating' ? discount.durationInMonths : null
  const time = months === null ? '' : ` for ${months === 1 ? 'a month' : `${months} months`}`
  return `${name}${off}${time}`
}
