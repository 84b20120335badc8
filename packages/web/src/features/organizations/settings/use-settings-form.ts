import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useForm } from '../../../lib/use-form.ts'

interface SettingsForm<T extends FieldValues> {
  form: UseFormReturn<T>
  /** From here on this is what is kept: nothing of it waits to be saved. */
  settle: (values: T) => void
}

/** A form over what the server keeps; what is being typed outlives news from there. */
export function useSettingsForm<T extends FieldValues>(kept: T): SettingsForm<T> {
  const form = useForm<T>({ values: kept, resetOptions: { keepDirtyValues: true } })
  const settle = (values: T) => form.reset(values, { keepDirtyValues: false })
  return { form, settle }
}
