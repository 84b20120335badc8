import type * as z from 'zod/mini'
import { text } from '#/lib/form-schema.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextInput } from './text-input.tsx'

interface NameDialogProps {
  title: string
  description?: string
  submit: string
  schema: z.ZodMiniType<string, string>
  before: string
  save: (name: string) => Promise<void>
  explanations?: Explanations<{ name: string }>
  onClose: () => void
}

/** Asks for a name, and says under it or above it why it was refused. */
export function NameDialog({ schema, before, save, explanations, ...dialog }: NameDialogProps) {
  const form = useForm({
    schema: { name: text(schema, { empty: 'Enter a name.' }) },
    defaultValues: { name: before },
  })
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      {...dialog}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(
        form,
        ({ name }) => save(name.trim()),
        explanations,
        ([field]) => (field === 'name' ? 'name' : null),
      )}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
    </FormDialog>
  )
}
