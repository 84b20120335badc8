import { customerEmail } from '@guildhall/contract/customers/shapes'
import { Controller, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { metadataMistake } from '../../lib/metadata-rows.ts'
import { type Explanations, sendOrExplain } from '../../lib/send-form.ts'
import { useForm } from '../../lib/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MetadataEditor } from '../../ui/metadata-editor.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useUnsaved } from '../../ui/unsaved-changes.tsx'
import { BillingFields } from './billing-fields.tsx'
import { type CustomerWish, customerField } from './customer-wish.ts'

interface CustomerDialogProps {
  title: string
  description: string
  submit: string
  start: CustomerWish
  /** Ids of other systems are noted there, so that one stays once it is set. */
  isExternalIdFixed?: boolean
  save: (wish: CustomerWish) => Promise<void>
  onClose: () => void
}

/** All that a seller says of a customer; whatever is refused stands under its field. */
export function CustomerDialog(props: CustomerDialogProps) {
  const { title, description, submit, start, isExternalIdFixed = false, save, onClose } = props
  const form = useForm<CustomerWish>({ defaultValues: start })
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
        rules={{ validate: (rows) => metadataMistake(rows) ?? true }}
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
  form: UseFormReturn<CustomerWish>
  isExternalIdFixed: boolean
}

function Who({ form, isExternalIdFixed }: WhoProps) {
  const { errors } = form.formState
  return (
    <>
      <Field label="E-mail address" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="off"
          {...form.register('email', { validate: (email) => emailMistake(email) ?? true })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" optional error={errors.name?.message}>
          <TextInput autoComplete="off" {...form.register('name')} />
        </Field>
        <Field
          label="External id"
          optional
          hint={
            isExternalIdFixed
              ? 'It stays as it is, because your own system knows it.'
              : 'What your own system calls them. Once set, it stays.'
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

function emailMistake(email: string): string | null {
  if (email.trim() === '') return 'Enter the address of the customer.'
  return z.safeParse(customerEmail, email.trim()).success ? null : 'This isn’t an e-mail address.'
}

const explanations: Explanations<CustomerWish> = {
  NotPermitted: ['root', 'Your role changed: only owners and admins change customers.'],
  ResourceNotFound: ['root', 'This customer is no longer here. Somebody deleted them just now.'],
}
