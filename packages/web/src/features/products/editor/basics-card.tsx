import type { UseFormReturn } from 'react-hook-form'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { ProductForm } from './product-form.ts'
import { descriptionMistake, nameMistake } from './product-mistakes.ts'

export interface EditorCardProps {
  form: UseFormReturn<ProductForm>
}

export function BasicsCard({ form }: EditorCardProps) {
  const { errors } = form.formState
  return (
    <Card title="Basics">
      <div className="grid gap-4">
        <Field label="Name" error={errors.name?.message}>
          <TextInput
            autoComplete="off"
            placeholder="Team plan"
            {...form.register('name', { validate: (name) => nameMistake(name) ?? true })}
          />
        </Field>
        <Field
          label="Description"
          optional
          hint="What buyers read. Markdown works: **bold**, lists, links, headings."
          error={errors.description?.message}
        >
          <Textarea
            className="[&>textarea]:min-h-28"
            {...form.register('description', {
              validate: (description) => descriptionMistake(description) ?? true,
            })}
          />
        </Field>
      </div>
    </Card>
  )
}
