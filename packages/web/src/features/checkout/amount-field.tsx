import { boundsText } from '#/entities/product/price-text.ts'
import { dollarsOf } from '#/lib/amount-text.ts'
import { formatPrice } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { MoneyInput } from '#/ui/money-input.tsx'
import type { Price } from './wire.ts'

type CustomPrice = Extract<Price, { amountType: 'custom' }>

interface AmountFieldProps {
  price: CustomPrice
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** Pay what you want, with suggested amounts. */
export function AmountField({ price, value, onChange, error }: AmountFieldProps) {
  const bounds = boundsText({ ...price, presetAmount: null }).join(', ')
  return (
    <div className="grid gap-2">
      <Field label="Pay what you want" hint={bounds && `${firstUp(bounds)}.`} error={error}>
        <MoneyInput value={value} onChange={({ target }) => onChange(target.value)} />
      </Field>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Suggestions</legend>
        {proposals(price).map((amount) => (
          <Button
            key={amount}
            size="s"
            aria-pressed={value === dollarsOf(amount)}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => onChange(dollarsOf(amount))}
          >
            {formatPrice(amount, price.priceCurrency.toUpperCase())}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}

const firstUp = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const usual = 1000

/** Amounts around the seller’s suggestion, within the allowed range. */
function proposals(price: CustomPrice): number[] {
  const preset = price.presetAmount ?? Math.max(price.minimumAmount ?? 0, usual)
  const around = [price.minimumAmount ?? preset / 2, preset, preset * 2, preset * 5]
  const low = price.minimumAmount ?? 50
  const high = price.maximumAmount ?? Number.POSITIVE_INFINITY
  const allowed = around.map(Math.round).filter((amount) => amount >= low && amount <= high)
  return [...new Set(allowed)]
}
