import { AskedField } from '../../ui/asked-field.tsx'
import { answerName } from './asked.ts'
import type { CheckoutForm } from './use-checkout-form.ts'
import type { Checkout } from './wire.ts'

interface CustomFieldsProps {
  checkout: Checkout
  form: CheckoutForm
}

/** What the seller asks beside. */
export function CustomFields({ checkout, form }: CustomFieldsProps) {
  const { answers } = form.draft
  return checkout.attachedCustomFields.map(({ customField, required }) => (
    <AskedField
      key={customField.id}
      asked={customField}
      name={customField.name}
      required={required}
      answer={answers[customField.slug] ?? null}
      onAnswer={(answer) => form.edit({ answers: { ...answers, [customField.slug]: answer } })}
      error={form.faults[answerName(customField.slug)]}
    />
  ))
}
