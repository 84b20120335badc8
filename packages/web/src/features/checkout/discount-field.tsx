import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useState } from 'react'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'
import type { Checkout } from './wire.ts'

interface DiscountFieldProps {
  checkout: Checkout
  form: CheckoutForm
}

/** A discount code: an input that becomes a chip. */
export function DiscountField({ checkout, form }: DiscountFieldProps) {
  const { discount, allowDiscountCodes, isDiscountApplicable } = checkout
  if (discount !== null) return <AppliedDiscount checkout={checkout} form={form} />
  return allowDiscountCodes && isDiscountApplicable ? <CodeField form={form} /> : null
}

function AppliedDiscount({ checkout, form }: DiscountFieldProps) {
  const [isRemoving, setRemoving] = useState(false)
  const remove = async () => {
    setRemoving(true)
    await form.say({ discount_code: null })
    setRemoving(false)
  }
  return (
    <div className="flex min-h-9 items-center gap-3 text-s">
      <span className="flex-1 font-medium">Discount</span>
      <Badge tone="good">{checkout.discount?.code ?? checkout.discount?.name}</Badge>
      {checkout.allowDiscountCodes && (
        <Button
          variant="ghost"
          size="s"
          className="-mr-2"
          aria-label="Remove discount"
          loading={isRemoving}
          onClick={remove}
        >
          <X aria-hidden="true" />
          Remove
        </Button>
      )}
    </div>
  )
}

function CodeField({ form }: { form: CheckoutForm }) {
  const [code, setCode] = useState('')
  const [isAsking, setAsking] = useState(false)
  const apply = async () => {
    if (code.trim() === '' || isAsking) return
    setAsking(true)
    await form.say({ discount_code: code.trim() })
    setAsking(false)
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter applies the code instead of submitting the payment.
    event.preventDefault()
    void apply()
  }
  return (
    <Field label="Discount code" optional error={form.faults['discount']}>
      <TextInput
        name="discount"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        onKeyDown={keyDown}
        after={
          code.trim() !== '' && (
            <Button variant="ghost" size="s" className="-mr-2" loading={isAsking} onClick={apply}>
              Apply
            </Button>
          )
        }
      />
    </Field>
  )
}
