import type { UseFormReturn } from 'react-hook-form'
import { Card } from '#/ui/card.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { Textarea } from '#/ui/textarea.tsx'
import type { ProductForm } from './product-form.ts'

export interface EditorCardProps {
  form: UseFormReturn<ProductForm>
}

export function BasicsCard({ form }: EditorCardProps) {
  const { errors } = form.formState
  return (
    <Card title="Basics">
      <div className="grid gap-4">
        <Field label="Name" error={errors.name?.message}>
          <TextInput autoComplete="off" placeholder="Team plan" {...form.register('name')} />
        </Field>
        <Field
          label="Description"
          optional
          hint="Shown to customers. Supports Markdown."
          error={errors.description?.message}
        >
          <Textarea className="[&>textarea]:min-h-28" {...form.register('description')} />
        </Field>
      </div>
    </Card>
  )
}
