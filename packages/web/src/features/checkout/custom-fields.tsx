import { CustomFieldInput } from '#/entities/custom-field/custom-field-input.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'
import { answerName } from './validation.ts'
import type { Checkout } from './wire.ts'

interface CustomFieldsProps {
  checkout: Checkout
  form: CheckoutForm
}

/** The seller’s custom fields. */
export function CustomFields({ checkout, form }: CustomFieldsProps) {
  const { answers } = form.draft
  return checkout.attachedCustomFields.map(({ customField, required }) => (
    <CustomFieldInput
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
