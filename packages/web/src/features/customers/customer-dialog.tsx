import { Controller, type UseFormReturn } from 'react-hook-form'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { MetadataEditor } from '#/ui/metadata-editor.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useUnsaved } from '#/ui/unsaved-changes.tsx'
import { BillingFields } from './billing-fields.tsx'
import { type CustomerDraft, customerField } from './customer-draft.ts'
import { customerSchema } from './customer-schema.ts'

interface CustomerDialogProps {
  title: string
  description: string
  submit: string
  start: CustomerDraft
  /** The external id can’t be changed once it is set. */
  isExternalIdFixed?: boolean
  save: (draft: CustomerDraft) => Promise<void>
  onClose: () => void
}

/** The form of a customer. */
export function CustomerDialog(props: CustomerDialogProps) {
  const { title, description, submit, start, isExternalIdFixed = false, save, onClose } = props
  const form = useForm<CustomerDraft>({ schema: customerSchema, defaultValues: start })
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsaved(isDirty)
  return (
    <FormDialog
      wide
      title={title}
      description={description}
      submit={submit}
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, save, explanations, customerField)}
      onClose={onClose}
    >
      <Who form={form} isExternalIdFixed={isExternalIdFixed} />
      <BillingFields form={form} />
      <Controller
        name="metadata"
        control={form.control}
        render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
          <MetadataEditor
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            inputRef={ref}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  )
}

interface WhoProps {
  form: UseFormReturn<CustomerDraft>
  isExternalIdFixed: boolean
}

function Who({ form, isExternalIdFixed }: WhoProps) {
  const { errors } = form.formState
  return (
    <>
      <Field label="Email address" error={errors.email?.message}>
        <TextInput type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" optional error={errors.name?.message}>
          <TextInput autoComplete="off" {...form.register('name')} />
        </Field>
        <Field
          label="External ID"
          optional
          hint={
            isExternalIdFixed
              ? 'The external ID can’t be changed once set.'
              : 'The ID in your own system. It can’t be changed later.'
          }
          error={errors.externalId?.message}
        >
          <TextInput
            autoComplete="off"
            spellCheck={false}
            readOnly={isExternalIdFixed}
            {...form.register('externalId')}
          />
        </Field>
      </div>
    </>
  )
}

const explanations: Explanations<CustomerDraft> = {
  NotPermitted: ['root', 'Your role changed. Only owners and admins can change customers.'],
  ResourceNotFound: ['root', 'This customer was just deleted.'],
}
