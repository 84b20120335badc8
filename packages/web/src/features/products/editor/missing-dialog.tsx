import type { UseFormReturn } from 'react-hook-form'
import type { CreationDialogs, Missing } from './creation-dialogs.ts'
import type { ProductForm } from './product-form.ts'

interface MissingDialogProps {
  form: UseFormReturn<ProductForm>
  missing: Missing
  dialogs: CreationDialogs
  onClose: () => void
}

/** Creates the missing part and adds it to the product. */
export function MissingDialog({ form, missing, dialogs, onClose }: MissingDialogProps) {
  const { MeterDialog, BenefitDialog, CustomFieldDialog } = dialogs
  const take = { shouldDirty: true, shouldValidate: form.formState.isSubmitted } as const
  switch (missing.what) {
    case 'meter':
      return (
        <MeterDialog
          onClose={onClose}
          onCreated={({ id }) => {
            form.setValue(`metered.${missing.row}.meterId`, id, take)
            onClose()
          }}
        />
      )
    case 'benefit':
      return (
        <BenefitDialog
          onClose={onClose}
          onCreated={({ id }) => {
            form.setValue('benefits', [...form.getValues('benefits'), id], take)
            onClose()
          }}
        />
      )
    case 'field':
      return (
        <CustomFieldDialog
          onClose={onClose}
          onCreated={({ id }) => {
            form.setValue('fields', [...form.getValues('fields'), { id, required: false }], take)
            onClose()
          }}
        />
      )
  }
}
