import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type FieldOf, sendOrExplain } from '#/lib/send-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { useUnsaved } from './unsaved-changes.tsx'

/** The texts that differ between creating and editing. */
export interface DraftDialogTexts<D extends FieldValues> {
  title: string
  description?: string
  submit: string
  save: (draft: D) => Promise<void>
  onClose: () => void
}

interface DraftDialogProps<D extends FieldValues> extends DraftDialogTexts<D> {
  form: UseFormReturn<D>
  fieldOf: FieldOf<D>
  children: ReactNode
}

/** A dialog with a form: asks before discarding a draft, and shows refusals at their fields. */
export function DraftDialog<D extends FieldValues>(props: DraftDialogProps<D>) {
  const { form, save, fieldOf, children, ...texts } = props
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsaved(isDirty)
  return (
    <FormDialog
      wide
      {...texts}
      isBusy={isSubmitting}
      isUnsaved={isDirty}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, save, {}, fieldOf)}
    >
      {children}
    </FormDialog>
  )
}
