import {
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm as useLibraryForm,
} from 'react-hook-form'

/**
 * A form that leaves the focus alone; what sends it (send-form.ts) says where that goes. The
 * library takes it to the first mistake twice, at once and a moment later, and the second time away
 * from a field that was mended in between: what somebody types there would end in the next.
 */
export function useForm<T extends FieldValues>(props: UseFormProps<T> = {}): UseFormReturn<T> {
  return useLibraryForm<T>({ ...props, shouldFocusError: false })
}
