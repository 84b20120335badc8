import {
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm as useLibraryForm,
} from 'react-hook-form'
import type { FormSchema } from './form-schema.ts'
import { schemaResolver } from './schema-resolver.ts'

interface FormProps<T extends FieldValues> extends Omit<UseFormProps<T>, 'resolver'> {
  schema?: FormSchema<T>
}

/**
 * A form whose focus is managed by send-form.ts. The library focuses the first error twice,
 * immediately and a moment later, and the second time could move the focus while the user types in
 * another field.
 */
export function useForm<T extends FieldValues>(props: FormProps<T> = {}): UseFormReturn<T> {
  const { schema, ...rest } = props
  const resolver = schema === undefined ? {} : { resolver: schemaResolver(schema) }
  return useLibraryForm<T>({ ...rest, ...resolver, shouldFocusError: false })
}
