import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type FieldOf, sendOrExplain } from '../lib/send-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { useUnsaved } from './unsaved-changes.tsx'

/** What differs between making a thing and changing it. */
export interface DraftDialogWords<D extends FieldValues> {
  title: string
  description?: string
  submit: string
  save: (draft: D) => Promise<void>
  onClose: () => void
}

interface DraftDialogProps<D extends FieldValues> extends DraftDialogWords<D> {
  form: UseFormReturn<D>
  fieldOf: FieldOf<D>
  children: ReactNode
}

/** A dialog around the form of one thing: it asks before a draft is lost, and places refusals. */
export function DraftDialog<D extends FieldValues>(props: DraftDialogProps<D>) {
  const { form, save, fieldOf, children, ...words } = props
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsaved(isDirty)
  return (
    <FormDialog
      wide
      {...words}
      isBusy={isSubmitting}
      isUnsaved={isDirty}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, save, {}, fieldOf)}
    >
      {children}
    </FormDialog>
  )
}
