import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { FormSchema } from '#/lib/form-schema.ts'
import { useForm } from '#/lib/use-form.ts'

interface SettingsForm<T extends FieldValues> {
  form: UseFormReturn<T>
  /** Marks these values as saved. */
  settle: (values: T) => void
}

/** A form for saved settings; unsaved input survives refetches. */
export function useSettingsForm<T extends FieldValues>(
  kept: T,
  schema?: FormSchema<T>,
): SettingsForm<T> {
  const form = useForm<T>({
    ...(schema && { schema }),
    values: kept,
    resetOptions: { keepDirtyValues: true },
  })
  const settle = (values: T) => form.reset(values, { keepDirtyValues: false })
  return { form, settle }
}
