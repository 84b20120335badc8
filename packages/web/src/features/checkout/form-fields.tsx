import type { ComponentProps } from 'react'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { Draft } from './draft.ts'
import type { CheckoutForm } from './use-checkout-form.ts'

type TextName = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never
}[keyof Draft]

interface TextFieldProps extends Pick<ComponentProps<'input'>, 'type' | 'autoComplete'> {
  form: CheckoutForm
  name: TextName
  label: string
  optional?: boolean
  hint?: string
  className?: string
}

/** A line of text, sent to the server after a pause in typing. */
export function TextField({ form, name, label, ...rest }: TextFieldProps) {
  const { optional = false, hint, className, ...input } = rest
  return (
    <Field
      label={label}
      optional={optional}
      hint={hint}
      error={form.faults[name]}
      {...(className && { className })}
    >
      <TextInput
        {...input}
        name={name}
        value={form.draft[name]}
        onChange={({ target }) => form.edit({ [name]: target.value })}
      />
    </Field>
  )
}
